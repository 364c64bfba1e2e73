// Tests the whole way with a machine that faxes, on both stores: a question is answered on the desk and read by the pharmacist, a corrected fax
// number gets the next fax once an operator has confirmed it, and not before, and a changed password is the one that counts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { BASE_URL, LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { freshKey } from '@pestle/testbed/practice/people';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { DESK_PASSWORD } from '@pestle/testbed/tracking/pharmacy-desk';
import { visitorsOf } from '@pestle/testbed/tracking/visitor';
import fastify from 'fastify';
import { TOTP } from 'otpauth';
import { createLinkKey } from '../delivery/inside.ts';
import { createDesk } from '../desk/desk.ts';
import { createDirectory } from '../directory/directory.ts';
import { systemPorts as ports } from '../kernel/ports.ts';
import { createPhoneHashes } from '../routing/inside.ts';
import type { Store } from '../store/store.ts';
import { createPharmacyDesk } from './pharmacy-desk.ts';

const STEP_MS = 30_000;
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000' as PharmacyId;

async function openWay(store: Store) {
  const practice = await openDeliveryTestbed(store);
  const directory = createDirectory({ store, ports });
  const { connections, hookKeys } = directory;
  const { delivery, prescriber, peers } = practice;
  const pharmacyDesk = createPharmacyDesk({
    store,
    ports,
    delivery,
    baseUrl: BASE_URL,
    connections,
    hookKeys,
    isBreached: async () => false,
    identityKey: new Uint8Array(32).fill(7),
    identityKeysPrevious: [],
  });
  const desk = createDesk({
    ...practice.deps,
    store,
    ports,
    phoneHashes: createPhoneHashes(LINK_KEY),
    departures: () => undefined,
  });
  const app = fastify();
  await app.register(pharmacyDesk.routes);

  /** An order that was faxed, with where the fax went. */
  const faxed = async () => {
    const { order } = await practice.order(FAX_ONLY);
    const record = await practice.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
    const fillId = record.fills[0]?.id ?? assert.fail();
    const sent = (await delivery.transmissions(prescriber, [fillId])).get(fillId)?.[0]?.row ?? assert.fail();
    const page = peers.faxes().find(({ faxId }) => faxId.startsWith(sent.id));
    return { path: `/pharmacy/orders/${order.id}/${fillId}`, transmissionId: sent.id, to: page?.to };
  };
  const close = async (): Promise<void> => {
    await app.close();
    await practice.close();
  };
  return { app, connections, pharmacyDesk, desk, prescriber, faxed, close };
}

for (const kind of BOTH_STORES)
  describe(`pharmacies that sign in, ${kind.name}`, { skip: kind.skip }, () => {
    let opened: OpenedStore;
    let way: Awaited<ReturnType<typeof openWay>>;
    before(async () => {
      opened = await kind.open();
      way = await openWay(opened.store);
    });
    after(async () => {
      await way.close();
      await opened.close();
    });

    test('a pharmacist asks, a prescriber answers; a corrected fax number counts from the confirmation on; a new password from then on', async () => {
      const { app, connections, pharmacyDesk, desk, prescriber, faxed } = way;
      const first = await faxed();
      const before = (await connections.showPharmacy({ id: FAX_ONLY })).pharmacy.fax;
      assert.equal(first.to, before);
      const { url } = await pharmacyDesk.administration.invite({
        pharmacyId: FAX_ONLY,
        email: 'dana@fax.example',
        name: 'Dana Doe',
        by: 'olga',
      });
      const who = visitorsOf([app])();
      const { code } = createLinkKey(LINK_KEY).secretsOf(first.transmissionId, 1);
      const path = url.slice(BASE_URL.length);
      assert.equal((await who.post(path, { proof: code, password: DESK_PASSWORD })).status, 303);
      const { text, formToken: enrol } = await who.get('/pharmacy/app');
      const secret = (/class="key"[^>]*>([^<]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
      await who.post('/pharmacy/app', { code: new TOTP({ secret }).generate(), form: enrol });

      const page = await who.get(first.path);
      const once = /name="once" value="(\w+)"/.exec(page.text)?.[1] ?? '';
      await who.post(`${first.path}/ask`, { question: 'Morning or evening?', once, form: page.formToken });
      assert.ok((await who.get(first.path)).text.includes('Not answered yet.'));
      const { items } = await desk.items(prescriber, { first: 20 });
      const asked = items.find(({ questionId }) => questionId !== null) ?? assert.fail('nothing on the desk');
      await desk.answer(
        prescriber,
        { id: (asked.questionId ?? '') as Id<'qst'>, text: 'In the evening.' },
        freshKey('answerQuestion'),
      );
      assert.match((await who.get(first.path)).text, /Answered [^<]+<\/strong> In the evening\./);

      const facts = await who.get('/pharmacy/facts');
      const form = { field: 'fax', fax: '617-555-0177', once: 'correct-fax', form: facts.formToken };
      assert.equal(
        (await who.post('/pharmacy/facts', form)).headers['location'],
        '/pharmacy/facts?done=waiting',
      );
      assert.equal((await faxed()).to, before, 'not before it is confirmed');
      assert.ok((await pharmacyDesk.oldestWaitingSeconds()) > 0);
      const [waiting] = await pharmacyDesk.administration.corrections({ open: true });
      await pharmacyDesk.administration.confirm({ id: waiting?.id ?? '', by: 'olga' });
      assert.equal((await faxed()).to, '6175550177');
      assert.equal(await pharmacyDesk.oldestWaitingSeconds(), 0);

      const { formToken } = await who.get('/pharmacy/password');
      const change = {
        form: formToken,
        current: DESK_PASSWORD,
        password: 'seven copper kettles hum at dusk',
        // The one of now is used up; the next one counts already.
        code: new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS }),
      };
      const changed = await who.post('/pharmacy/password', change);
      assert.equal(changed.headers['location'], '/pharmacy/password?done=changed', changed.text);
      const signIn = async (password: string): Promise<number> =>
        (await visitorsOf([app])().post('/pharmacy/sign-in', { email: 'dana@fax.example', password })).status;
      assert.deepEqual([await signIn(DESK_PASSWORD), await signIn(change.password)], [422, 303]);
    });
  });
