// Words what was written, listed and shown of pharmacies and partners, for people.
import type {
  FieldChange,
  ListedPartner,
  ListedPharmacy,
  ShownPharmacy,
  Written,
} from '@pestle/service/directory';

export function writtenLines({ outcome, id, name, revision, changes, notices }: Written): readonly string[] {
  return [
    `${outcome.padEnd('unchanged'.length)}  ${id}  ${name}  (revision ${revision})`,
    ...changes.map((change) => `    ${changeLine(change)}`),
    ...notices.map((notice) => `    ${notice}`),
  ];
}

function changeLine(change: FieldChange): string {
  const { field, before, after } = change;
  if (!('before' in change) && !('after' in change)) return `${field}: changed (a secret)`;
  if (!('before' in change)) return `${field}: ${shownValue(after)}`;
  if (!('after' in change)) return `${field}: taken away (was ${shownValue(before)})`;
  return `${field}: ${shownValue(before)} -> ${shownValue(after)}`;
}

const VALUE_CHARACTERS_MAX = 120;

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

export function pharmacyLine(pharmacy: ListedPharmacy): string {
  const { id, name, city, state, stage, channel, partnerId, active } = pharmacy;
  const reached =
    stage === null ? 'fax' : `${stage}  ${channel}${partnerId === null ? '' : `  ${partnerId}`}`;
  return `${id}  ${name}, ${city} ${state}  ${reached}${active ? '' : '  (not active)'}`;
}

export function partnerLine({ id, name, active }: ListedPartner): string {
  return `${id}  ${name}${active ? '' : '  (out of use)'}`;
}

export function pharmacyLines({
  pharmacy,
  takesPrescriptions,
  conformance,
  acts,
}: ShownPharmacy): readonly string[] {
  const stage = pharmacy.integration?.stage ?? 'not connected';
  const run =
    conformance === null
      ? 'none was passed'
      : `passed ${conformance.at} by ${conformance.by}${conformance.isCurrent ? '' : ', with other settings: run it again'}`;
  return [
    `${pharmacy.id}  ${pharmacy.name}  (revision ${pharmacy.revision})`,
    `Stage            ${stage}`,
    `Prescriptions    ${takesPrescriptions ? 'electronically' : 'by fax'}`,
    `Conformance run  ${run}`,
    ...actLines(acts),
    JSON.stringify(pharmacy, undefined, 2),
  ];
}

/** Who changed what when, of one pharmacy or partner alone. */
export function historyLines(acts: ShownPharmacy['acts']): readonly string[] {
  return acts.length === 0 ? ['No operator has changed it.'] : actLines(acts);
}

export function actLines(acts: ShownPharmacy['acts']): readonly string[] {
  return acts.map(
    ({ at, operator, action, detail }) =>
      `${new Date(at).toISOString()}  ${action}  by ${operator}  ${detailWords(detail)}`,
  );
}

/** What else the trail says of an act. */
export function detailWords(detail: ShownPharmacy['acts'][number]['detail']): string {
  return Object.entries(detail)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join('; ');
}
