// Goal: what pharmacies ask lands in the practice's inbox, once, and a denial reaches the pharmacy, or somebody is to call (S4, D4, A2).
// Method: requests over the real SCRIPT inbox; the real delivery against the sandbox's pharmacies, whose logs are the evidence, on both stores.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import { build, type Form, type Message, read, type Version } from '@pestle/script';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { insertHookCredential } from '@pestle/testbed/practice/directory-rows';
import { failureOf, freshKey, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { changeRequest, renewalRequest } from '@pestle/testbed/tracking/requests';
import { type TrackingApp, trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { FillRow, OrderRecord } from '../../prescribing/inside.ts';
import type { PharmacyRequestRecord } from './requests.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000' as PharmacyId;
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000' as PharmacyId;
const REJECTS = 'phr_0REJECTS000000000000000000' as PharmacyId;
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000' as PharmacyId;
/** Asks by itself. */
const ASKS = 'phr_0RENEWS0AND0CHANGES0000000' as PharmacyId;
const PHARMACIES = [ACCEPTS, JSON_2023011, REJECTS, FAX_ONLY];
const CANARY = 'Zephyrwhistle';

for (const { name, skip, open } of BOTH_STORES)
  describe(`requests of pharmacies on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let tracking: TrackingApp;
    let prescriberNpi: string;
    let opened: OpenedStore;
    let close: () => Promise<void>;
    before(async () => {
      opened = await open();
      testbed = await openDeliveryTestbed(opened.store);
      tracking = await trackingApp(opened.store, systemPorts, { delivery: testbed.delivery });
      for (const pharmacyId of PHARMACIES)
        await insertHookCredential(opened.store, { pharmacyId }, { key: keyOf(pharmacyId) });
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ npi: string }>`select npi from app_user where id = ${testbed.prescriber.id}`.execute(tx),
      );
      prescriberNpi = rows[0]?.npi ?? '';
      const hook = testbed.peers.pharmacies.find(({ id }) => id === ASKS)?.hookCredential;
      assert.ok(hook?.kind === 'bearer');
      await insertHookCredential(opened.store, { pharmacyId: ASKS }, { key: hook.key });
      close = async () => {
        await tracking.app.close();
        await testbed.close();
        await opened.close();
      };
    });
    after(async () => {
      await close();
      assert.deepEqual([...testbed.errors, ...tracking.unexpected], []);
    });

    const keyOf = (pharmacyId: string): string => `key-of-${pharmacyId}`;
    const idOf = (id: string) => testbed.peers.pharmacies.find((one) => one.id === id)?.ncpdpId ?? '';
    let count = 0;
    const newId = (): string => `ASK${Date.now().toString(36).toUpperCase()}${(count += 1)}`;

    const post = async (
      message: Message,
      from: PharmacyId,
      { version = '2017071', form = 'xml' }: { version?: Version; form?: Form } = {},
    ): Promise<string> => {
      const { text, contentType } = build(message, { version, form, unchecked: true });
      const response = await tracking.app.inject({
        method: 'POST',
        url: '/v1/hooks/script',
        headers: { 'content-type': contentType, authorization: `Bearer ${keyOf(from)}` },
        payload: text,
      });
      const answer = read(response.body, { version });
      assert.deepEqual([response.statusCode, answer.form], [200, form]);
      assert.ok(!response.body.includes(CANARY), 'an answer names no patient');
      return answer.message.type === 'Error'
        ? (answer.message.descriptionCodes?.join() ?? '')
        : answer.message.type;
    };
    const sent = async (pharmacyId: PharmacyId): Promise<FillRow> =>
      await untilSent(await testbed.order(pharmacyId));
    const untilSent = async ({ order }: OrderRecord): Promise<FillRow> => {
      const { fills } = await testbed.until(order.id, (record) =>
        record.fills.every(({ state }) => state === 'SENT'),
      );
      return fills[0] as FillRow;
    };
    const byMessage = async (messageId: string): Promise<PharmacyRequestRecord | undefined> =>
      (await testbed.delivery.pharmacyRequests(testbed.prescriber, { first: 100 })).items.find(
        ({ row }) => row.message_id === messageId,
      );
    const asked = async (
      from: PharmacyId,
      about?: FillRow,
      make: typeof renewalRequest | typeof changeRequest = renewalRequest,
    ): Promise<PharmacyRequestRecord> => {
      const messageId = newId();
      const number = about?.prescriber_order_number ?? undefined;
      const header = number === undefined ? {} : { header: { prescriberOrderNumber: number } };
      const request = make({ messageId, ncpdpId: idOf(from), lastName: CANARY, ...npi(), ...header });
      assert.equal(await post(request, from), 'Status');
      const record = await byMessage(messageId);
      assert.ok(record !== undefined);
      return record;
    };
    const npi = () => ({ npi: prescriberNpi });
    const deny = (id: string, reasonCode = 'AF', note: string | null = null) =>
      testbed.delivery.denyPharmacyRequest(
        testbed.prescriber,
        { id: id as PharmacyRequestRecord['row']['id'], reasonCode, note },
        freshKey('deny'),
      );
    const untilState = (id: string, ...states: readonly string[]): Promise<PharmacyRequestRecord> =>
      testbed.waitFor(
        async () => {
          const record = await testbed.delivery.pharmacyRequest(testbed.prescriber, id);
          return states.includes(record.response?.row.state ?? '') ? record : undefined;
        },
        () => `the answer to ${id} did not become ${states.join()}`,
      );
    const answersAt = (pharmacyId: string) =>
      testbed.peers
        .log()
        .filter((entry) => entry.pharmacyId === pharmacyId && /^Rx.*Response$/.test(entry.kind));

    test('S4: a renewal and a change land in the inbox in both versions and forms, matched by PrescriberOrderNumber', async () => {
      const fill = await sent(ACCEPTS);
      for (const version of ['2017071', '2023011'] as const)
        for (const form of ['xml', 'json'] as const)
          for (const make of [renewalRequest, changeRequest]) {
            const messageId = newId();
            const header = { prescriberOrderNumber: fill.prescriber_order_number ?? '' };
            const request = make({ messageId, ncpdpId: idOf(ACCEPTS), lastName: CANARY, header });
            assert.equal(await post(request, ACCEPTS, { version, form }), 'Status');
            const record = await byMessage(messageId);
            assert.equal(record?.message.type, request.type);
            assert.deepEqual(
              [record?.row.fill_id, record?.row.prescription_id, record?.row.pharmacy_id],
              [fill.id, fill.prescription_id, ACCEPTS],
            );
            assert.equal(record?.message.patient?.name?.lastName, CANARY);
            assert.equal(record?.openForHours, 0);
            assert.equal(record?.response, null);
          }
    });

    test('S4: the same again changes nothing, another message under its id is a duplicate', async () => {
      const messageId = newId();
      const fill = await sent(ACCEPTS);
      const header = { prescriberOrderNumber: fill.prescriber_order_number ?? '' };
      const request = renewalRequest({ messageId, ncpdpId: idOf(ACCEPTS), header });
      assert.equal(await post(request, ACCEPTS), 'Status');
      assert.equal(await post(request, ACCEPTS), 'Status');
      assert.equal(await post({ ...request, requestReferenceNumber: 'X' }, ACCEPTS), '220');
      // What is remembered of deliveries ends after a while; the request stays.
      await opened.asOwner((owner) => sql`delete from hook_delivery`.execute(owner));
      assert.equal(await post(request, ACCEPTS), 'Status');
      assert.equal(await post({ ...request, requestReferenceNumber: 'X' }, ACCEPTS), '220');
      const { items } = await testbed.delivery.pharmacyRequests(testbed.prescriber, { first: 100 });
      assert.equal(items.filter(({ row }) => row.message_id === messageId).length, 1);
    });

    test('S4: by RelatesToMessageID, by the number of the pharmacy, by the NPI of one organization; else refused', async () => {
      const fill = await sent(ACCEPTS);
      const [transmission] =
        (await testbed.delivery.transmissions(testbed.prescriber, [fill.id])).get(fill.id) ?? [];
      const relatesToMessageId = transmission?.row.message_id ?? '';
      const reference = `RX-${newId()}`;
      const [first, second, third, foreign] = [newId(), newId(), newId(), newId()] as const;
      const ask = (messageId: string, header: object, more: object = {}) =>
        renewalRequest({
          messageId,
          ncpdpId: idOf(ACCEPTS),
          header: { rxReferenceNumber: reference, ...header },
          ...more,
        });
      assert.equal(await post(ask(first, { relatesToMessageId }), ACCEPTS), 'Status');
      assert.equal((await byMessage(first))?.row.fill_id, fill.id);
      assert.equal(await post(ask(second, {}, npi()), ACCEPTS), 'Status');
      assert.equal((await byMessage(second))?.row.fill_id, fill.id, 'the number names the same prescription');
      assert.equal(await post(ask(third, { rxReferenceNumber: newId() }, npi()), ACCEPTS), 'Status');
      const unmatched = await byMessage(third);
      assert.deepEqual([unmatched?.row.fill_id, unmatched?.row.prescriber_id], [null, testbed.prescriber.id]);
      for (const request of [
        ask(newId(), {}, { npi: '1999999992' }),
        ask(newId(), {
          relatesToMessageId,
          prescriberOrderNumber: (await sent(ACCEPTS)).prescriber_order_number,
        }),
      ])
        assert.equal(await post(request, ACCEPTS), '1000');
      // Of another pharmacy nobody learns whether a prescription exists: its ids count as none.
      assert.equal(await post(ask(foreign, { relatesToMessageId }), REJECTS), '1000');
    });

    test('S4: what could not be answered is refused with its place, and never with a value', async () => {
      const request = renewalRequest({ messageId: newId(), ncpdpId: idOf(ACCEPTS), ...npi() });
      const { patient: _patient, ...headless } = request;
      for (const bad of [headless, { ...request, header: { ...request.header, messageId: 'x'.repeat(36) } }])
        assert.equal(await post(bad as Message, ACCEPTS), '2000');
      const hostile = await tracking.app.inject({
        method: 'POST',
        url: '/v1/hooks/script',
        headers: { 'content-type': 'application/xml', authorization: `Bearer ${keyOf(ACCEPTS)}` },
        payload:
          '<!DOCTYPE x [<!ENTITY e "x">]><Message><Body><RxRenewalRequest>&e;</RxRenewalRequest></Body></Message>',
      });
      assert.match(hostile.body, /<Error>/);
    });

    test('D4: a denial leaves once, relates to the request, and the pharmacy receives it in its own version and form', async () => {
      for (const [pharmacyId, make, code] of [
        [ACCEPTS, renewalRequest, 'AF'],
        [JSON_2023011, changeRequest, 'AL'],
      ] as const) {
        const { row } = await asked(pharmacyId, await sent(pharmacyId), make);
        await deny(row.id, code, 'Please ask her to call “us”.');
        const record = await untilState(row.id, 'accepted');
        assert.equal(record.response?.note, 'Please ask her to call "us".');
        assert.equal(record.response?.attempts.length, 1);
        const { attempts, waits } = await testbed.delivery.queue.attempts(record.response?.row.id ?? '');
        assert.deepEqual([attempts.map(({ outcome }) => outcome), waits], [['ACCEPTED'], null]);
        const entries = answersAt(pharmacyId).filter(
          ({ relatesToMessageId }) => relatesToMessageId === row.message_id,
        );
        assert.deepEqual(
          entries.map(({ accepted, messageId }) => [accepted, messageId]),
          [[true, record.response?.row.message_id]],
        );
        assert.equal((await failureOf(deny(row.id, code))).code, 'REQUEST_ANSWERED');
      }
    });

    test('D4: a pharmacy that cannot be told, or refuses, is a fact with somebody to call; never a fax', async () => {
      const faxes = () => testbed.peers.faxes().length;
      const before = faxes();
      const unreachable = await asked(FAX_ONLY);
      await deny(unreachable.row.id);
      const kept = await untilState(unreachable.row.id, 'not-sent');
      assert.equal(kept.response?.row.not_sent_reason, 'NOT_ELECTRONIC');
      const refusing = await asked(REJECTS);
      await deny(refusing.row.id);
      const refused = await untilState(refusing.row.id, 'rejected');
      assert.equal(refused.response?.row.not_sent_reason, 'NOT_DELIVERED');
      assert.equal(faxes(), before);
    });

    test('D4: an Error that comes later takes back that the pharmacy was told', async () => {
      const { row } = await asked(ACCEPTS);
      await deny(row.id);
      const { response } = await untilState(row.id, 'accepted');
      const header = renewalRequest({ messageId: newId(), ncpdpId: idOf(ACCEPTS) }).header;
      const relatesToMessageId = response?.row.message_id ?? '';
      const error: Message = {
        type: 'Error',
        header: { ...header, relatesToMessageId },
        code: '900',
        descriptionCodes: ['4000'],
      };
      assert.equal(await post(error, REJECTS), '1000', 'another pharmacy says nothing of it');
      assert.equal(
        await post({ ...error, header: { ...error.header, messageId: newId() } }, ACCEPTS),
        'Status',
      );
      assert.equal((await untilState(row.id, 'rejected')).response?.row.not_sent_reason, 'REFUSED_LATER');
      const receipt: Message = {
        type: 'Verify',
        header: { ...error.header, messageId: newId() },
        verifyStatus: { code: '010' },
      };
      assert.equal(await post(receipt, ACCEPTS), 'Status');
      assert.equal((await untilState(row.id, 'rejected')).response?.row.not_sent_reason, 'REFUSED_LATER');
    });

    test('F34: a denial that waited when an older state was restored is held; it leaves once it is released, or counts as taken', async () => {
      const { quarantine, dispatcher, queue } = testbed.delivery;
      const by = 'Olga Operator';
      await dispatcher.stop();
      const waiting: PharmacyRequestRecord[] = [];
      for (const make of [renewalRequest, changeRequest]) {
        const { row } = await asked(ACCEPTS, undefined, make);
        await deny(row.id, make === renewalRequest ? 'AF' : 'AL');
        waiting.push(await testbed.delivery.pharmacyRequest(testbed.prescriber, row.id));
      }
      const [released, taken] = waiting.map(({ row, response }) => ({
        request: row.id,
        id: response?.row.id ?? '',
        messageId: response?.row.message_id ?? '',
        received: () =>
          answersAt(ACCEPTS).filter(({ relatesToMessageId }) => relatesToMessageId === row.message_id),
      }));
      assert.ok(released !== undefined && taken !== undefined);
      await quarantine.begin({ by });
      await dispatcher.start();
      await untilSent(await testbed.order(ACCEPTS));
      const held = await quarantine.held(`pharmacy:${ACCEPTS}`);
      assert.deepEqual(
        held.map(({ id, kind, isUnderWay }) => `${id} ${kind} ${isUnderWay}`).toSorted(),
        [released, taken].map(({ id }) => `${id} response false`).toSorted(),
      );
      assert.deepEqual([released.received(), taken.received()], [[], []]);
      const toFax = await quarantine.reconcile({ of: 'all', choice: 'fax', by });
      assert.deepEqual([toFax.done, toFax.refused.map(({ code }) => code)], [0, ['ANSWER', 'ANSWER']]);

      assert.deepEqual((await quarantine.received({ ids: [taken.messageId], by })).settled, [
        taken.messageId,
      ]);
      await quarantine.reconcile({ of: released.id, choice: 'release', by });
      for (const { request } of [released, taken]) await untilState(request, 'accepted');
      assert.deepEqual(
        released.received().map(({ accepted, messageId }) => [accepted, messageId]),
        [[true, released.messageId]],
      );
      assert.deepEqual(taken.received(), []);
      const { attempts, waits } = await queue.attempts(released.id);
      assert.deepEqual(
        [attempts.map(({ outcome }) => outcome), attempts[0]?.reason, waits],
        [['UNKNOWN', 'ACCEPTED'], 'older-state-restored', null],
      );
      const { rows: entries } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          said: string[];
        }>`select array[detail ->> 'attempt', detail ->> 'outcome'] as said from audit_entry
          where subject_id = ${released.id} and action = 'pharmacy-response.attempt' order by detail ->> 'attempt'`.execute(
          tx,
        ),
      );
      assert.deepEqual(
        entries.map(({ said }) => said),
        [
          ['1', 'UNKNOWN'],
          ['2', 'ACCEPTED'],
        ],
      );
      await quarantine.reconcile({ of: 'all', choice: 'left', by });
      await quarantine.end({ by });
    });

    test('the sandbox: a pharmacy asks by itself when it has handed out, and takes the denial', async () => {
      const address = await tracking.listen();
      testbed.peers.setStatusHookUrl(`${address}/v1/hooks/pharmacy`);
      testbed.peers.setScriptInboxUrl(`${address}/v1/hooks/script`);
      const { order, fills } = await testbed.order(ASKS);
      const both = await testbed.waitFor(
        async () => {
          const { items } = await testbed.delivery.pharmacyRequests(testbed.prescriber, { first: 100 });
          const own = items.filter(({ row }) => row.order_id === order.id);
          return own.length === 2 ? own : undefined;
        },
        () => 'the pharmacy asked for nothing',
      );
      assert.deepEqual(both.map(({ row }) => row.kind).toSorted(), ['change', 'renewal']);
      assert.ok(both.every(({ row }) => row.fill_id === fills[0]?.id));
      for (const { row } of both) {
        await deny(row.id, 'AM');
        await untilState(row.id, 'accepted');
      }
      assert.deepEqual(
        answersAt(ASKS)
          .map(({ kind }) => kind)
          .toSorted(),
        ['RxChangeResponse', 'RxRenewalResponse'],
      );
    });

    test('A2: a denial is refused to staff, for a code of the other kind, a note that SCRIPT cannot carry, and another organization', async () => {
      const { row } = await asked(ACCEPTS);
      const staff = { ...testbed.prescriber, roles: new Set(['staff'] as const) };
      const input = { id: row.id, reasonCode: 'AF' };
      const by = (actor: typeof testbed.prescriber, more: object = {}) =>
        failureOf(testbed.delivery.denyPharmacyRequest(actor, { ...input, ...more }, freshKey('deny')));
      assert.equal((await by(staff)).code, 'FORBIDDEN');
      for (const more of [{ reasonCode: 'AL' }, { note: 'x'.repeat(71) }, { note: 'Прошу' }])
        assert.equal((await by(testbed.prescriber, more)).code, 'INVALID_INPUT');
      const other = { ...testbed.prescriber, orgId: OTHER_ORGANIZATION };
      assert.equal((await failureOf(testbed.delivery.pharmacyRequest(other, row.id))).code, 'NOT_FOUND');
      assert.equal((await testbed.delivery.pharmacyRequest(staff, row.id)).row.id, row.id, 'staff read');
      assert.equal((await testbed.delivery.pharmacyRequest(testbed.prescriber, row.id)).response, null);
    });

    test('the inbox is listed by what is open, of which kind and for whom, page by page', async () => {
      const list = async (filter: object) =>
        (await testbed.delivery.pharmacyRequests(testbed.prescriber, { first: 100, ...filter })).items;
      const all = await list({});
      const open = await list({ open: true });
      assert.equal(open.length + (await list({ open: false })).length, all.length);
      assert.ok(open.every(({ row }) => row.answered_at === null) && open.length > 0);
      const changes = await list({ kind: 'change' });
      assert.ok(changes.length > 0 && changes.every(({ row }) => row.kind === 'change'));
      assert.equal((await list({ prescriberId: testbed.prescriber.id })).length, all.length);
      const nobody = testbed.delivery.pharmacyRequests(testbed.prescriber, { prescriberId: 'usr_01TEST' });
      assert.equal((await failureOf(nobody)).code, 'NOT_FOUND');
      const paged: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await testbed.delivery.pharmacyRequests(testbed.prescriber, { first: 3, after });
        paged.push(...page.items.map(({ row }) => row.id));
        if (!page.hasNextPage) break;
        after = page.endCursor;
      }
      assert.deepEqual(
        paged,
        all.map(({ row }) => row.id),
      );
    });

    test('no patient stands in the clear: neither in the rows nor in the audit trail', async () => {
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ text: string }>`select row_to_json(q)::text as text from pharmacy_request q
          union all select row_to_json(r)::text from pharmacy_response r
          union all select row_to_json(a)::text from pharmacy_response_attempt a
          union all select row_to_json(d)::text from hook_delivery d
          union all select row_to_json(e)::text from audit_entry e`.execute(tx),
      );
      assert.ok(rows.length > 10);
      for (const { text } of rows) assert.ok(!text.includes(CANARY) && !/please ask/i.test(text));
    });
  });
