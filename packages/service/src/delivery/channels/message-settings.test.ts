// Goal: a pharmacy's own message settings reach it electronically, and where a message cannot be built everybody who must hears of it (D7, D8).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const IDS = 'Patient/HumanPatient/Identification';

describe('message settings', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
  });
  after(() => testbed.close());

  /** Gives a pharmacy of the sandbox other settings, as operators do. */
  const configure = async (id: string, settings: object, over: object = {}): Promise<void> => {
    const pharmacy = testbed.peers.pharmacies.find((one) => one.id === id);
    assert.ok(pharmacy?.integration?.script);
    const integration = {
      ...pharmacy.integration,
      attempts: { offsetsMs: [0, 100], timeoutMs: 2_000 },
      script: { ...pharmacy.integration.script, ...settings },
    };
    const { administration } = createDirectory({ store: testbed.store, ports: systemPorts });
    await administration.upsertPharmacy({ ...recordOf({ ...pharmacy, integration }), ...over });
  };

  /** Signs, sends and cancels; the channels that were taken, and what the pharmacy got as text. */
  const sendAndCancel = async (
    id: string,
  ): Promise<{ channel: string | null; messages: readonly string[] }> => {
    const { order } = await testbed.order(id);
    const { fills } = await testbed.until(order.id, (record) =>
      record.fills.every(({ state }) => state === 'SENT'),
    );
    await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
    await testbed.until(order.id, (record) => record.fills.every(({ state }) => state === 'CANCELED'));
    const number = fills[0]?.prescriber_order_number ?? '';
    const taken = new Set(
      testbed.peers
        .log()
        .filter((entry) => entry.prescriberOrderNumber === number && entry.accepted)
        .map(({ messageId }) => messageId),
    );
    const messages = await testbed.store.withOrg(testbed.prescriber.orgId, async (tx) => {
      const { rows } = await sql<{ id: string; message_id: string; sealed_body: Uint8Array }>`
        select id, message_id, sealed_body from transmission
        where prescriber_order_number = ${number} and sealed_body is not null order by id`.execute(tx);
      return rows
        .filter(({ message_id: id }) => taken.has(id))
        .map(({ id, sealed_body: body }) =>
          Buffer.from(keysOf(tx).open(columnAddress('transmission', id), body)).toString(),
        );
    });
    return { channel: fills[0]?.channel ?? null, messages };
  };

  for (const [id, form] of [
    [XML_2017071, 'xml'],
    [JSON_2023011, 'json'],
  ] as const) {
    test(`D7: identifiers for the pharmacy's own use go out electronically, in prescription and cancel (${form})`, async () => {
      await configure(id, {
        receiverTertiaryId: 'CHAIN7',
        noteLines: ['Acct 42'],
        set: {
          [`Body/NewRx/${IDS}/PatientAccountNumber`]: 'ACCT-42',
          'Body/NewRx/Prescriber/NonVeterinarian/Identification/MutuallyDefined': 'CLINIC-9',
        },
      });
      testbed.unbuilt.length = 0;
      const { channel, messages } = await sendAndCancel(id);
      assert.equal(channel, 'script');
      assert.deepEqual(testbed.unbuilt, []);
      assert.equal(messages.length, 2, 'NewRx and CancelRx');
      for (const value of ['ACCT-42', 'CLINIC-9', 'CHAIN7', 'Acct 42'])
        assert.ok(messages[0]?.includes(value), value);
    });
  }

  test('S1: a pharmacy whose NPI is not known is reached electronically all the same', async () => {
    await configure(XML_2017071, {}, { npi: null });
    const { channel, messages } = await sendAndCancel(XML_2017071);
    assert.equal(channel, 'script');
    assert.doesNotMatch(messages.join(), /NONE|<Pharmacy><Identification><NCPDPID>\d+<\/NCPDPID><NPI>/);
    assert.match(
      messages[1] ?? '',
      /<Pharmacy><Identification><NCPDPID>\d+<\/NCPDPID><\/Identification><\/Pharmacy>/,
    );
    await configure(XML_2017071, {});
  });

  test('D7: a message that cannot be built all the same goes by fax, and operators hear why, without health information', async () => {
    const change = (id: string, path: string, value: unknown) =>
      testbed.store.asKeeper((tx) =>
        sql`update pharmacy_endpoint set revision = revision + 1,
          integration = jsonb_set(integration, ${sql.val(path.split('.'))}::text[], ${JSON.stringify(value)}::jsonb)
          where pharmacy_id = ${id}`.execute(tx),
      );
    // As an older version took it.
    await change(XML_2017071, 'script.set', { 'Body/NewRx/MedicationPrescribed/Note': 'x' });
    await change(OWN_API, 'api.newRx.body', '$number(prescription.instructions)');
    for (const [id, channel, code] of [
      [XML_2017071, 'script', 'message-refused: edit-refused'],
      [OWN_API, 'api', 'message-not-built'],
    ] as const) {
      testbed.unbuilt.length = 0;
      const { order } = await testbed.order(id);
      const { fills } = await testbed.until(order.id, (record) =>
        record.fills.every(({ state }) => state === 'SENT'),
      );
      assert.equal(fills[0]?.channel, 'fax');
      assert.deepEqual(
        testbed.unbuilt.map((news) => [news.pharmacyId, news.channel, news.kind, news.code]),
        [[id as PharmacyId, channel, 'new', code]],
      );
      assert.match(
        testbed.unbuilt[0]?.why ?? '',
        channel === 'api' ? /^JSONata [A-Z]\d{4}$/ : /MedicationPrescribed\/Note/,
      );
    }
  });
});
