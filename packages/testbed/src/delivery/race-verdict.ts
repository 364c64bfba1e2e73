// Judges a race for one order when it is over: whether the prescription joined, and which rules were broken.
import type { OrderId } from '@pestle/rules/ids';
import type { Delivery } from '@pestle/service/for-tests/delivery';
import type { SignedDeparture } from '@pestle/service/for-tests/prescribing';
import { sql } from 'kysely';
import { freshKey, TEST_ORGANIZATION } from '../practice/people.ts';
import type { Practice } from '../practice/practice.ts';
import type { StepScheduler } from './step-scheduler.ts';

export interface RaceTestbed {
  readonly practice: Practice;
  readonly nodes: readonly Delivery[];
  readonly scheduler: StepScheduler;
  readonly random: () => number;
  /** Whether one step happens at a time; else whatever the store lets happen at once. */
  readonly stepByStep: boolean;
  readonly violations: string[];
  readonly errors: unknown[];
}

/** What one race is about. */
export interface Race {
  readonly orderId: OrderId;
  /** What joins: a reviewed draft, or a prescription that was signed before. */
  readonly joins:
    | { readonly drafts: [{ draftId: string; contentHash: string }] }
    | { readonly prescriptionIds: [string] };
  readonly draftId: string;
  readonly departures: readonly SignedDeparture[];
}

/** What is asked of the store when a race is over. */
export async function ask<Row>({ practice }: RaceTestbed, query: ReturnType<typeof sql>): Promise<Row[]> {
  return await practice.store.withOrg(
    TEST_ORGANIZATION,
    async (tx) => (await query.execute(tx)).rows as unknown as Row[],
  );
}

interface Line {
  readonly order_id: string;
  readonly state: string;
  readonly pharmacy_id: string | null;
  /** Messages with the number that the fill has, taken by the pharmacy. */
  readonly taken: number;
}

/** Whether the prescription joined the order, and everything that may not be. */
export async function judge(testbed: RaceTestbed, race: Race): Promise<boolean> {
  const { orderId, draftId } = race;
  const broken = (what: string): void => {
    testbed.violations.push(`${orderId}, ${draftId}: ${what}`);
  };
  const prescriptions = await ask<{ id: string }>(
    testbed,
    sql`select p.id from prescription p join signable s on s.org_id = p.org_id and s.id = p.signable_id where s.draft_id = ${draftId}`,
  );
  const lines = await ask<Line>(
    testbed,
    sql`select f.order_id, f.state, f.pharmacy_id, (
        select count(*) from transmission t where t.fill_id = f.id and t.kind = 'new' and t.state = 'accepted'
          and t.prescriber_order_number = f.prescriber_order_number
      ) as taken
      from fill f where f.order_id = ${orderId} or f.prescription_id = ${prescriptions[0]?.id ?? ''}`,
  );
  const onOrder = lines.filter((line) => line.order_id === orderId).length;
  const joined = onOrder > 1;
  const elsewhere = lines.length - onOrder;
  if (onOrder + elsewhere > 2) broken('the prescription is on two orders, or twice on one');
  const isDraft = (await ask(testbed, sql`select id from draft where id = ${draftId}`)).length === 1;
  const wasSaved = 'prescriptionIds' in race.joins;
  const sent = joined || elsewhere > 0;
  if (prescriptions.length !== (wasSaved || sent ? 1 : 0)) broken(`${prescriptions.length} prescriptions`);
  if (isDraft === (wasSaved || sent)) broken('a draft is lost, or stayed beside its prescription');
  for (const line of lines) {
    if (line.state === 'CANCELED' || line.pharmacy_id === null) continue;
    if (line.state !== 'SENT' || line.taken !== 1)
      broken(`a fill is ${line.state} and was taken ${line.taken} times`);
  }
  const left = await ask<{ lines: number }>(
    testbed,
    sql`select lines from left_with where order_id = ${orderId}`,
  );
  const begun = lines.filter((line) => line.order_id === orderId && line.taken > 0).length;
  if (left.length < begun) broken('an attempt was not seen, so that this shows nothing');
  if (left.some((one) => one.lines !== onOrder)) broken('a line was added after the order began to leave');
  const { prescribing, prescriber } = testbed.practice;
  if (isDraft) await prescribing.deleteDraft(prescriber, draftId, freshKey('deleteDraft'));
  return joined;
}
