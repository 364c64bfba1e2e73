// Goal: what a signing hands over to the first attempt is what that attempt would have read, or it is not used (D1, I5).
// Method: orders on each store, whose dispatcher is not running; both ways to the facts, side by side, before and after changes.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { magicPartners, magicPharmacies } from '@pestle/sandbox/pharmacies/magic/magic';
import { recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { LISINOPRIL, openPractice, reviewedDraft } from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { SETTABLE_LIMITS } from '../../kernel/limits.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { SignedDeparture } from '../../prescribing/inside.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { FactsSource } from './facts-source.ts';
import { createFactsSource } from './facts-source.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const PARTNER = 'phr_0NETW0RK0PARTNER0000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const baseUrl = 'http://127.0.0.1:8081';

for (const { name, skip, open } of BOTH_STORES)
  describe(`facts of an attempt on the ${name}`, { skip }, () => {
    let practice: Practice;
    let closeStore: () => Promise<void>;
    let source: FactsSource;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      practice = await openPractice(opened.store);
      source = createFactsSource(practice.store, systemPorts.clock, SETTABLE_LIMITS.maintenanceWaitMs);
      const { administration } = createDirectory({ store: practice.store, ports: systemPorts });
      for (const { id, name, endpoint } of magicPartners({ baseUrl }))
        await administration.upsertPartner({ id: id as `ptn_${string}`, name, endpoint });
      for (const pharmacy of magicPharmacies({ baseUrl }))
        await administration.upsertPharmacy(recordOf(pharmacy));
    });
    after(() => closeStore());

    const order = async (pharmacyId: string): Promise<SignedDeparture> => {
      const earlier = practice.departures.length;
      await practice.prescribing.createOrder(
        practice.prescriber,
        {
          drafts: [await reviewedDraft(practice, LISINOPRIL)],
          pharmacyId,
          address: { street1: '9 Elm St', city: 'Boston', state: 'MA', postalCode: '02108' },
        },
        freshKey('createOrder'),
      );
      const row = practice.departures[earlier];
      assert.ok(row);
      return row;
    };

    for (const pharmacyId of [XML_2017071, PARTNER, FAX_ONLY]) {
      test(`what is handed over is what would be read (${pharmacyId})`, async () => {
        const first = await order(pharmacyId);
        assert.equal(await source.handedOver(first), undefined, 'nothing is known of the pharmacy yet');
        assert.ok(await source.load(first));
        const second = await order(pharmacyId);
        const handedOver = await source.handedOver(second);
        const loaded = await source.load(second);
        assert.ok(handedOver);
        assert.ok(loaded);
        assert.equal(
          Date.parse(handedOver.prescription.writtenAt),
          Date.parse(loaded.prescription.writtenAt),
        );
        const { writtenAt } = loaded.prescription;
        assert.deepEqual({ ...handedOver, prescription: { ...handedOver.prescription, writtenAt } }, loaded);
      });
    }

    for (const [what, change] of [
      ['the pharmacy', sql`update pharmacy set fax = '6175550177' where id = ${PARTNER}`],
      [
        'its endpoint',
        sql`update pharmacy_endpoint set integration = jsonb_set(integration, '{stage}', '"suspended"') where pharmacy_id = ${PARTNER}`,
      ],
      [
        'its partner',
        sql`update partner set active = not active where id = (select partner_id from pharmacy where id = ${PARTNER})`,
      ],
    ] as const) {
      test(`D6: ${what} as it was before a change is not used`, async () => {
        await source.load(await order(PARTNER));
        assert.ok(await source.handedOver(await order(PARTNER)));
        await practice.store.asKeeper((tx) => change.execute(tx));
        const row = await order(PARTNER);
        assert.equal(await source.handedOver(row), undefined);
        assert.ok(await source.load(row));
      });
    }

    test('what was handed over long ago is read again', async () => {
      let laterMs = 0;
      const clock = { now: () => systemPorts.clock.now() + laterMs };
      const patient = createFactsSource(practice.store, clock, SETTABLE_LIMITS.maintenanceWaitMs);
      const row = await order(XML_2017071);
      await patient.load(row);
      assert.ok(await patient.handedOver(row));
      laterMs = DELIVERY_LIMITS.handedOverForMs;
      assert.equal(await patient.handedOver(row), undefined);
    });

    test('a row that is found waiting hands nothing over', async () => {
      const { id, orgId, lane } = await order(XML_2017071);
      assert.equal(await source.handedOver({ id, orgId, lane }), undefined);
    });
  });
