// Lays history: the rows of one delivered order many times over, by SQL, because signing and sending each would take hours.
import type { Connection } from '@pestle/service/store';
import { sql } from 'kysely';

const ROWS_OF_A_STATEMENT = 100_000;

/** What differs from order to order, as SQL of the number `n`; times go back a second for each. */
const id = (prefix: string): string => `'${prefix}_H' || lpad(n::text, 25, '0')`;
const NUMBER = `'H' || lpad(n::text, 25, '0') || '-1'`;
/** Eight digits of which the last is wrong, so that no order that is made has the same. */
const CHECKED = 'with_check_digit((1000000 + n % 9000000)::integer)';
const ORDER_NUMBER = `left(${CHECKED}, 7) || ((right(${CHECKED}, 1)::integer + 1 + n / 9000000) % 10)::text`;
/** Patients of history's own, each with ten of its orders; or whoever signs for the one patient reads all of it at each review. */
const ORDERS_OF_A_PATIENT = 10;
const PATIENT_ID = `'pat_H' || lpad((n / ${ORDERS_OF_A_PATIENT})::text, 25, '0')`;
const KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  patient: { id: PATIENT_ID, external_digest: 'null' },
  orders: { id: id('ord'), number: ORDER_NUMBER, state: `'COMPLETED'` },
  fill: {
    id: id('fil'),
    order_id: id('ord'),
    prescription_id: id('rx'),
    prescriber_order_number: NUMBER,
    state: `'DELIVERED'`,
  },
  signable: { id: id('sgn'), draft_id: id('drf') },
  prescription: { id: id('rx'), signable_id: id('sgn') },
  fill_event: { fill_id: id('fil'), order_id: id('ord') },
  transmission: {
    id: id('trm'),
    order_id: id('ord'),
    fill_id: id('fil'),
    message_id: `'mH' || lpad(n::text, 25, '0')`,
    prescriber_order_number: NUMBER,
  },
  attempt: { transmission_id: id('trm') },
  text_message: { id: id('txt'), order_id: id('ord'), cause: id('trm') },
};
const OF_ANY_TABLE: Readonly<Record<string, string>> = { patient_id: PATIENT_ID };
const TIMES = new Set(['created_at', 'updated_at', 'written_at']);
/** Which rows of the original order are repeated. */
const ORIGINAL = `with o as (select f.org_id, f.id as fill_id, f.order_id, f.prescription_id, p.signable_id, p.patient_id, t.id as transmission_id
  from fill f join prescription p on p.org_id = f.org_id and p.id = f.prescription_id
  join transmission t on t.org_id = f.org_id and t.fill_id = f.id where f.state = 'SENT' limit 1)`;
const OF_ORIGINAL: Readonly<Record<string, string>> = {
  patient: 't.id = o.patient_id',
  orders: 't.id = o.order_id',
  fill: 't.id = o.fill_id',
  signable: 't.id = o.signable_id',
  prescription: 't.id = o.prescription_id',
  fill_event: 't.fill_id = o.fill_id',
  transmission: 't.id = o.transmission_id',
  attempt: 't.transmission_id = o.transmission_id',
  text_message: 't.order_id = o.order_id',
};

/** Tables of which a full order has rows, and those of which a slim one has. */
export const FULL_TABLES: readonly string[] = Object.keys(KEYS);
export const SLIM_TABLES: readonly string[] = ['patient', 'orders', 'fill'];

/**
 * Repeats the rows of one order that was sent under numbers from … to, inclusive, as of orders that were delivered long ago: for figures and plans on a
 * store in which history is large against what is open.
 */
export async function repeatOrder(
  owner: Connection,
  tables: readonly string[],
  from: number,
  to: number,
): Promise<void> {
  await owner.connection().execute(async (connection) => {
    // Neither triggers nor foreign keys: what is repeated was judged once.
    await sql`set session_replication_role = replica`.execute(connection);
    for (const table of tables) {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
        connection,
      );
      const names = rows.map(({ name }) => name);
      const values = names.map(
        (name) =>
          KEYS[table]?.[name] ??
          OF_ANY_TABLE[name] ??
          (TIMES.has(name) ? `t.${name} - n * interval '1 second'` : `t.${name}`),
      );
      // The first may be one that was laid with the orders before.
      const patientsOnly =
        table === 'patient'
          ? `where n % ${ORDERS_OF_A_PATIENT} = 0 or n = ${from} on conflict do nothing`
          : '';
      for (let first = from; first <= to; first += ROWS_OF_A_STATEMENT) {
        const last = Math.min(to, first + ROWS_OF_A_STATEMENT - 1);
        await sql
          .raw(
            `insert into ${table} (${names.join(', ')}) ${ORIGINAL}
            select ${values.join(', ')} from o join ${table} t on t.org_id = o.org_id and ${OF_ORIGINAL[table]}
            cross join generate_series(${first}, ${last}) n ${patientsOnly}`,
          )
          .execute(connection);
      }
    }
    await sql`set session_replication_role = origin`.execute(connection);
  });
}

/** Takes away again what was repeated, from whichever tables have it: for a judge of what was made otherwise. */
export async function removeRepeated(owner: Connection): Promise<void> {
  await owner.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const [table, keys] of Object.entries(KEYS)) {
      const [column = ''] = Object.keys(keys);
      await sql.raw(`delete from ${table} where ${column} ~ '^[a-z]+_H[0-9]{25}$'`).execute(connection);
    }
    await sql`set session_replication_role = origin`.execute(connection);
  });
}
