// Words a recall to people, and writes what has left for whoever calls the pharmacies.
import type { Recall, RecalledFill, RecallSummary } from '@pestle/service/delivery';
import { short } from '../output.ts';

export function recallLine(recall: Recall): string {
  const { id, state, kind, named, action, reason, isComplete } = recall;
  const when = [
    `previewed ${short(recall.previewedAt)} by ${recall.previewedBy}`,
    ...(recall.startedAt === null ? [] : [`started ${short(recall.startedAt)} by ${recall.startedBy ?? ''}`]),
    ...(recall.endedAt === null ? [] : [`ended ${short(recall.endedAt)} by ${recall.endedBy ?? ''}`]),
  ];
  const few = named.slice(0, NAMED_IN_A_LINE).join(' ');
  const more = named.length > NAMED_IN_A_LINE ? ` and ${named.length - NAMED_IN_A_LINE} more` : '';
  return [
    id,
    state,
    ...(action === null ? [] : [action]),
    `${kind} ${few}${more}`,
    ...(reason === null ? [] : [`"${reason}"`]),
    ...when,
    ...(isComplete ? [] : ['not complete']),
  ].join('  ');
}

const NAMED_IN_A_LINE = 3;

export function summaryLines(summary: RecallSummary): string[] {
  const { id, orders, fills, left, held, byState, byOrganization, byPharmacy: pharmacies } = summary;
  const { appearedSince, unknown, state } = summary;
  return [
    recallLine(summary),
    `${orders} orders, ${fills} prescriptions: ${left} left or may have left, ${held} on hold`,
    ...byState.map((count) => `  ${count.state}  ${count.fills}`),
    ...byOrganization.map(
      (count) =>
        `  ${count.organizationId}  ${count.orders} orders  ${count.fills} prescriptions  ${count.left} left  ${count.held} on hold`,
    ),
    ...pharmacies.map(
      (count) =>
        `  ${count.pharmacyId ?? 'no pharmacy yet'}  ${count.fills} prescriptions  ${count.left} left`,
    ),
    ...(appearedSince.fills === 0
      ? []
      : [
          `${appearedSince.fills} prescriptions appeared since the preview: ${appearedSince.orders.join(' ')}`,
        ]),
    ...(unknown.length === 0 ? [] : [`Nobody has: ${unknown.join(' ')}`]),
    ...(state === 'PREVIEWED'
      ? [`Nothing has changed. pestle recall start ${id} --reason "…" holds what has not left.`]
      : []),
  ];
}

interface RecalledAtPharmacy
  extends Pick<RecalledFill, 'pharmacyId' | 'pharmacyName' | 'pharmacyPhone' | 'pharmacyNcpdpId'> {
  readonly fills: readonly Omit<
    RecalledFill,
    'pharmacyId' | 'pharmacyName' | 'pharmacyPhone' | 'pharmacyNcpdpId'
  >[];
}

/** One call for each pharmacy. */
export function byPharmacy(rows: readonly RecalledFill[]): readonly RecalledAtPharmacy[] {
  return [...Map.groupBy(rows, (row) => row.pharmacyId)].map(([pharmacyId, own]) => {
    const [first] = own;
    const about = {
      pharmacyId,
      pharmacyName: first?.pharmacyName ?? null,
      pharmacyPhone: first?.pharmacyPhone ?? null,
      pharmacyNcpdpId: first?.pharmacyNcpdpId ?? null,
    };
    const fills = own.map(
      ({ pharmacyId: _id, pharmacyName: _name, pharmacyPhone: _phone, pharmacyNcpdpId: _ncpdpId, ...fill }) =>
        fill,
    );
    return { ...about, fills };
  });
}
