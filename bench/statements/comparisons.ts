// What hot statements are compared with: the same answer asked for in other words, or in more than one statement.
import { ENTRIES_STATEMENT, WAITING_STATEMENT, WRITTEN_COLUMNS } from '@pestle/service/for-tests/audit';
import { DUE, FACTS, LOCK_LANES } from '@pestle/service/for-tests/delivery';
import type { Scope, Statement, Step } from '@pestle/service/for-tests/store';
import { INVOLVED } from '@pestle/service/for-tests/tracking';
import { makeId, systemPorts } from '@pestle/service/kernel';
import type { Rows } from './rows.ts';

/** One way to get an answer: steps that go to the store in one trip, made anew for each round. */
export interface Way {
  readonly name: string;
  readonly steps: (round: number) => readonly Step[];
}

export interface Comparison {
  readonly of: string;
  readonly scope: Scope;
  readonly ours: Way;
  readonly others: readonly Way[];
  /** Whether the last step of each must answer the same rows. */
  readonly same: boolean;
}

const step = (statement: Statement, ...values: readonly unknown[]): Step => ({ statement, values });

const asked = (name: string, text: string): Statement => ({ name: `bench_${name}`, text, onePlan: true });

export function comparisonsOf(rows: Rows): readonly Comparison[] {
  return [due(), lockLane(rows), ...facts(rows), involved(rows), entries(rows), waiting()];
}

function due(): Comparison {
  const numbered = asked(
    'due_numbered',
    `select d.id, d.org_id, d.lane, k.concurrency
    from (
      select o.id, o.org_id, o.lane, o.run_at, row_number() over (partition by o.lane order by o.run_at, o.id) as place
      from outbox o where o.run_at <= now()
    ) d
    left join lane k on k.key = d.lane
    where d.place <= least($1::integer, coalesce(k.concurrency, $1::integer) + 1) and coalesce(k.next_at, '-infinity') <= now()
    order by d.run_at limit $2`,
  );
  const distinct = asked(
    'due_distinct',
    DUE.text.replace(
      /with recursive lanes as \([\s\S]*?\n\)\n/,
      'with lanes as (select distinct lane from outbox)\n',
    ),
  );
  return {
    of: 'due rows of 41 lanes, 8,400 rows waiting',
    scope: { role: 'courier' },
    ours: { name: 'skipping from lane to lane', steps: () => [step(DUE, 4, 1_000, null, 0, 0, null, [])] },
    others: [
      { name: 'rows numbered within their lane', steps: () => [step(numbered, 4, 1_000)] },
      { name: 'lanes by distinct', steps: () => [step(distinct, 4, 1_000, null, 0, 0, null, [])] },
    ],
    same: true,
  };
}

function lockLane({ lanes }: Rows): Comparison {
  const make = asked(
    'lane_make',
    'insert into lane (key, concurrency, interval_ms) values ($1, $2, $3) on conflict do nothing',
  );
  const lock = asked('lane_lock', 'select key from lane where key = $1 for update');
  const lane = (round: number): string => lanes[round % lanes.length] ?? '';
  return {
    of: 'the lock of a lane',
    scope: { role: 'courier' },
    ours: {
      name: 'an insert that locks what is there',
      steps: (round) => [step(LOCK_LANES, [lane(round)], [4], [0])],
    },
    others: [
      {
        name: 'insert, then select for update',
        steps: (round) => [step(make, lane(round), 4, 0), step(lock, lane(round))],
      },
    ],
    same: false,
  };
}

const MAINTENANCE_WAIT_MS = 3_600_000;

function facts({ orgId, orders }: Rows): readonly Comparison[] {
  const id = (round: number): string => orders[round % orders.length]?.fills[0].transmissionId ?? '';
  const parts = [
    'select o.*, f.*, r.sealed as order_sealed from outbox o join fill f on f.org_id = $1 and f.id = o.subject_id join orders r on r.org_id = $1 and r.id = f.order_id where o.org_id = $1 and o.id = $2',
    'select p.*, s.sealed, u.revision from fill f join prescription p on p.org_id = $1 and p.id = f.prescription_id join signable s on s.org_id = $1 and s.id = p.signable_id left join app_user u on u.org_id = $1 and u.id = p.prescriber_id join outbox o on o.org_id = $1 and o.subject_id = f.id where f.org_id = $1 and o.id = $2',
    'select ph.*, e.integration, e.sealed as integration_sealed, n.endpoint from outbox o join fill f on f.org_id = $1 and f.id = o.subject_id join pharmacy ph on ph.id = f.pharmacy_id left join pharmacy_endpoint e on e.pharmacy_id = ph.id left join partner n on n.id = ph.partner_id where o.org_id = $1 and o.id = $2',
    'select * from transmission where org_id = $1 and id = $2',
    'select number, outcome from attempt where org_id = $1 and transmission_id = $2 order by number',
  ].map((text, index) => asked(`facts_${index}`, text));
  const scope: Scope = { role: 'app', orgId };
  const ours: Way = {
    name: 'one statement with one plan',
    steps: (round) => [step(FACTS, orgId, [id(round)], MAINTENANCE_WAIT_MS)],
  };
  const anew = (round: number): Statement => ({ name: `bench_facts_anew_${round}`, text: FACTS.text });
  return [
    {
      of: 'the facts of an attempt',
      scope,
      ours,
      others: [
        {
          name: 'five statements in one trip',
          steps: (round) => parts.map((part) => step(part, orgId, id(round))),
        },
      ],
      same: false,
    },
    {
      of: 'the plan of that statement',
      scope,
      ours,
      others: [
        {
          name: 'made anew each time',
          steps: (round) => [step(anew(round), orgId, [id(round)], MAINTENANCE_WAIT_MS)],
        },
      ],
      same: true,
    },
  ];
}

function involved({ orders, pharmacies }: Rows): Comparison {
  const joined = asked(
    'involved_joined',
    `select distinct 1::bigint as number, o.org_id, p.id, p.status_words
    from orders o
    join fill f on f.org_id = o.org_id and f.order_id = o.id
    left join transmission t on t.org_id = f.org_id and t.fill_id = f.id
    join pharmacy p on p.id = f.pharmacy_id or p.id = t.pharmacy_id
    where o.id = $1 and (p.id = $2 or p.partner_id = $3)`,
  );
  const values = (round: number): readonly unknown[] => [
    orders[round % orders.length]?.id,
    pharmacies[(round % orders.length) % pharmacies.length]?.id,
    null,
  ];
  return {
    of: 'the pharmacies that a report may speak for',
    scope: { role: 'door' },
    ours: {
      name: 'a union of two ways',
      steps: (round) => [step({ ...INVOLVED, onePlan: true }, ...values(round).map((value) => [value]))],
    },
    others: [{ name: 'one join with an or', steps: (round) => [step(joined, ...values(round))] }],
    same: true,
  };
}

const AT_ONCE = 20;

function entries({ orgId }: Rows): Comparison {
  const row = (): Readonly<Record<string, unknown>> => ({
    id: makeId(systemPorts, 'aud'),
    actor_kind: 'service',
    actor_id: 'bench',
    client_id: null,
    action: 'patient.read',
    subject_kind: 'patient',
    subject_id: 'pat_bench',
    outcome: 'success',
    purpose: 'TREAT',
    source_ip: null,
    request_id: null,
    detail: '{}',
  });
  const write = (count: number): Step => {
    const all = Array.from({ length: count }, row);
    return step(ENTRIES_STATEMENT, orgId, ...WRITTEN_COLUMNS.map((column) => all.map((one) => one[column])));
  };
  const one: Way = {
    name: `${AT_ONCE} statements in one trip`,
    steps: () => Array.from({ length: AT_ONCE }, () => write(1)),
  };
  return {
    of: `${AT_ONCE} entries of the trail`,
    scope: { role: 'app', orgId },
    ours: { name: 'one statement', steps: () => [write(AT_ONCE)] },
    others: [one],
    same: false,
  };
}

function waiting(): Comparison {
  const distinct: Statement = {
    name: 'bench_waiting_distinct',
    text: WAITING_STATEMENT.text.replace(
      /with recursive org as \([\s\S]*?\n\), chosen/,
      'with org as (select distinct org_id from audit_pending where org_id > $1), chosen',
    ),
  };
  return {
    of: 'entries that wait for the chain',
    scope: { role: 'courier' },
    ours: {
      name: 'skipping from organization to organization',
      steps: () => [step(WAITING_STATEMENT, '', 100)],
    },
    others: [{ name: 'organizations by distinct', steps: () => [step(distinct, '', 100)] }],
    same: true,
  };
}
