// Goal: the desk is read by the indexes that hold only what needs a person, however many orders a practice has.
// Method: PostgreSQL's own plan of each statement over a practice whose fills are nearly all delivered.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DeskPractice, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { CompiledQuery, sql } from 'kysely';
import { rememberReporting } from '../../directory/reporting.ts';
import { ONE_PLAN_SCOPE_STATEMENT, type Statement, type Store } from '../../store/store.ts';
import { DESK_CAUSE_KEYS } from '../causes.ts';
import { DESK_FIGURES, DESK_ITEMS, deskItemOf } from './items-sql.ts';

const ORDERS = 2_000;
/** Each holds only what needs a person, or is stepped through by pharmacy. */
const INDEXES = ['fill_desk', 'fill_unconfirmed', 'orders_routing', 'text_message_not_told'];

for (const { name, skip, open } of BOTH_STORES) {
  describe(`the statements of the desk on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    let practice: DeskPractice;
    before(async () => {
      const opened = await open();
      ({ store, close } = opened);
      practice = await openDeskPractice(store);
      const { fills } = await practice.order(['STUCK']);
      await store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await rememberReporting(tx, [practice.pharmacyId]);
        // The same order many times over: half of them delivered, half sent a moment ago.
        const copies = sql`generate_series(1, ${ORDERS}) n`;
        await sql`insert into orders (org_id, id, patient_id, state, pharmacy_id, pharmacy_count, created_by, client_id)
          select org_id, 'ord_0' || lpad(n::text, 25, '0'), patient_id, 'PLACED', pharmacy_id, 1, created_by, client_id
          from orders, ${copies} where id = (select order_id from fill where id = ${fills[0].id})`.execute(
          tx,
        );
        await sql`insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id, prescriber_revision,
            sealed, content_hash, signed_at)
          select s.org_id, 'sgn_0' || lpad(n::text, 25, '0'), 'drf_0' || lpad(n::text, 25, '0'), 1, s.patient_id, 1, s.prescriber_id, 1,
            s.sealed, s.content_hash, s.signed_at
          from signable s join prescription p on p.signable_id = s.id, ${copies} where p.id = ${fills[0].prescriptionId}`.execute(
          tx,
        );
        await sql`insert into prescription (org_id, id, patient_id, prescriber_id, treatment_id, signable_id, content_hash, written_at,
            expiration_date, prepared_by)
          select org_id, 'rx_0' || lpad(n::text, 25, '0'), patient_id, prescriber_id, treatment_id, 'sgn_0' || lpad(n::text, 25, '0'), content_hash, written_at,
            expiration_date, prepared_by from prescription, ${copies} where id = ${fills[0].prescriptionId}`.execute(
          tx,
        );
        await sql`insert into fill (org_id, id, order_id, prescription_id, line, state, pharmacy_id, prescriber_order_number, channel, sent_at)
          select org_id, 'fil_0' || lpad(n::text, 25, '0'), 'ord_0' || lpad(n::text, 25, '0'), 'rx_0' || lpad(n::text, 25, '0'), 1,
            case when n % 2 = 0 then 'DELIVERED' else 'SENT' end, pharmacy_id, 'N' || n, 'script', now()
          from fill, ${copies} where id = ${fills[0].id}`.execute(tx);
      });
      await opened.asOwner((owner) => sql`analyze`.execute(owner));
    });
    after(() => close());

    const long = new Date(Date.now() - 14_400_000).toISOString();
    const moments = [TEST_ORGANIZATION, long, long, long];
    const statements: ReadonlyArray<readonly [Statement, readonly string[], readonly unknown[]]> = [
      [DESK_ITEMS, INDEXES, [...moments, null, null, null, null, null, null, 20]],
      [deskItemOf('stuck'), ['fill_pkey'], [...moments, 'stuck', 'fil_0']],
      [deskItemOf('unconfirmed'), ['desk_item_pkey'], [...moments, 'unconfirmed', 'fil_0']],
      [deskItemOf('choose'), ['desk_item_pkey'], [...moments, 'choose', 'ord_0']],
      [
        DESK_FIGURES,
        INDEXES,
        [...moments, null, null, null, 'usr_0', DESK_CAUSE_KEYS, DESK_CAUSE_KEYS.map(() => long)],
      ],
    ];
    for (const [statement, indexes, values] of statements)
      test(`${statement.name} reads by the indexes of what needs a person`, async () => {
        const plan = await store.withOrg(TEST_ORGANIZATION, async (tx) => {
          await tx.executeQuery(CompiledQuery.raw(ONE_PLAN_SCOPE_STATEMENT.text, ['app', TEST_ORGANIZATION]));
          const { rows } = await tx.executeQuery<Record<string, string>>(
            CompiledQuery.raw(`explain (costs off) ${statement.text}`, [...values]),
          );
          return rows.map((row) => Object.values(row)[0] ?? '');
        });
        const scans = plan.filter((line) => /Scan (using|on|Backward)/.test(line));
        for (const index of indexes)
          assert.ok(
            scans.some((line) => line.includes(index)),
            `${index} in\n${plan.join('\n')}`,
          );
        assert.deepEqual(
          scans.filter((line) =>
            /Seq Scan on (fill|orders|draft|prescription|app_user|pharmacy_request)\b/.test(line),
          ),
          [],
          plan.join('\n'),
        );
      });

    test('one stuck fill among thousands is all that is found', async () => {
      assert.deepEqual(
        (await practice.all()).map(({ situation }) => situation),
        ['stuck'],
      );
    });
  });
}
