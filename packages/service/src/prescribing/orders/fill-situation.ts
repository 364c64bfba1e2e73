// Gathers what is known of a fill, from which follows the situation that people read.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { PrescriptionState } from '@pestle/rules/prescription-state';
import type { FillFacts, FillSituation } from '@pestle/rules/situation-of';
import { situationOf } from '@pestle/rules/situation-of';
import type { DirectoryTables, PharmacyKind, ReportingTables } from '../../directory/inside.ts';
import type { Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { readablePrescriptions } from '../prescriptions/prescriptions.ts';
import { stateAt } from '../prescriptions/sendable.ts';
import type { FillRow, PrescribingTables } from '../tables.ts';
import { isCancelAsked } from './cancel-ask.ts';
import { isRefillStopAsked } from './refill-stop-ask.ts';

/** What other records know of a fill. */
export interface AroundFill {
  /** The kind of its pharmacy; null while there is none. */
  readonly pharmacyKind: PharmacyKind | null;
  /** Its pharmacy has reported a status before, of any prescription. */
  readonly pharmacyReports: boolean;
  /** A pharmacist waits for an answer. */
  readonly asked: boolean;
  /** Judged now. */
  readonly prescription: PrescriptionState;
}

const DAY_MS = 86_400_000;

/** D5: sent and received are two facts; one without the other for too long is shown. */
export function isUnconfirmed(fill: FillRow, nowMs: number): boolean {
  return (
    fill.state === 'SENT' &&
    fill.sent_at !== null &&
    nowMs - Date.parse(fill.sent_at) > PRESCRIBING_LIMITS.unconfirmedAfterMs
  );
}

/** The facts of a fill for `situationOf`. Pure. */
export function fillFacts(fill: FillRow, around: AroundFill, nowMs: number): FillFacts {
  const tracked = fill.carrier !== null || fill.tracking_number !== null;
  return {
    state: fill.state,
    hasPharmacy: fill.pharmacy_id !== null,
    channel: fill.channel,
    unconfirmed: around.pharmacyReports && isUnconfirmed(fill, nowMs),
    // Nobody picks up at a pharmacy that sends by mail.
    ready: fill.ready_at !== null && around.pharmacyKind !== 'MAIL_ORDER',
    // A local pharmacy delivers, too.
    fulfillment: around.pharmacyKind === 'MAIL_ORDER' || tracked ? 'mail' : 'pickup',
    // Canceled without anything at the pharmacy means that nothing ever left; a cancel was needed for whatever did.
    cancelSent: fill.cancel_sent_at !== null || fill.sent_at !== null,
    cancelAnswer: answerOf(fill.cancel_answer),
    canceledByPharmacy: fill.state_reason === CANCELED_BY_PHARMACY,
    cancelNotSent: fill.cancel_not_sent_at !== null,
    cancelAsked: isCancelAsked(fill),
    refillStopAsked: isRefillStopAsked(fill),
    dispensedAfterCancel: fill.dispensed_after_cancel_at !== null || fill.alert === 'dispensed-after-cancel',
    question: around.asked,
    prescription: around.prescription,
  };
}

/** The reason of a fill that the pharmacy itself reported as canceled. */
export const CANCELED_BY_PHARMACY = 'canceled-by-pharmacy';

function answerOf(answer: string | null): FillFacts['cancelAnswer'] {
  return answer === 'approved' || answer === 'denied' ? answer : null;
}

/** What is asked of here of the desk's questions. */
type AskedTables = {
  pharmacy_question: { org_id: OrganizationId; fill_id: FillId; answered_at: string | null };
};

/** What other records know of each of the fills, in one query; in two where a prescription may have ended by time. */
export async function aroundFills(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, AroundFill>> {
  const wanted = fillIds.filter((id): id is FillId => isId('fil', id));
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .withTables<PrescribingTables & DirectoryTables & ReportingTables & AskedTables>()
    .selectFrom('fill')
    .innerJoin('prescription', (join) =>
      join
        .onRef('prescription.org_id', '=', 'fill.org_id')
        .onRef('prescription.id', '=', 'fill.prescription_id'),
    )
    .leftJoin('pharmacy', 'pharmacy.id', 'fill.pharmacy_id')
    .leftJoin('reporting_pharmacy', 'reporting_pharmacy.pharmacy_id', 'fill.pharmacy_id')
    .select([
      'fill.id',
      'fill.prescription_id',
      'prescription.state',
      'prescription.dispensed_at',
      'prescription.expiration_date',
      'pharmacy.kind',
      'reporting_pharmacy.pharmacy_id as reports',
      (where) =>
        where
          .exists(
            where
              .selectFrom('pharmacy_question')
              .select('pharmacy_question.fill_id')
              .whereRef('pharmacy_question.org_id', '=', 'fill.org_id')
              .whereRef('pharmacy_question.fill_id', '=', 'fill.id')
              .where('pharmacy_question.answered_at', 'is', null),
          )
          .as('asked'),
    ])
    .where('fill.org_id', '=', orgId)
    .where('fill.id', 'in', wanted)
    .execute();
  // Tomorrow in UTC: nowhere is it a later day.
  const latestDay = new Date(nowMs + DAY_MS).toISOString().slice(0, 10);
  const ending = rows.filter((row) => row.dispensed_at !== null || row.expiration_date < latestDay);
  // Of what cannot be read the stored state is told: that of the others changes with the days.
  const { records } = await readablePrescriptions(
    tx,
    orgId,
    ending.map((row) => row.prescription_id),
  );
  const judged = new Map(records.map((record) => [record.row.id, stateAt(record, nowMs)]));
  return new Map(
    rows.map(({ id, prescription_id: prescriptionId, state, kind, reports, asked }) => [
      id,
      {
        pharmacyKind: kind,
        pharmacyReports: reports !== null,
        asked: asked === true,
        prescription: judged.get(prescriptionId) ?? state,
      },
    ]),
  );
}

/** The situation of a fill, from its row and what other records know. */
export function fillSituation(fill: FillRow, around: AroundFill, nowMs: number): FillSituation {
  return situationOf(fillFacts(fill, around, nowMs));
}
