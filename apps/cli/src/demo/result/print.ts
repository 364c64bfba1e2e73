// The report for people: a page of plain lines, the most important last, where a terminal ends up.
import { styled } from '../../output.ts';
import type { Latency } from './latency.ts';
import { type Counts, type DemoReport, total } from './report.ts';

const VIOLATIONS_SHOWN = 5;

export function reportLines(report: DemoReport): readonly string[] {
  const { orders, delivery, prescriptions, patients, imports, seconds, latency } = report;
  const faxed = total(delivery.faxes.delivered);
  return [
    '',
    styled('bold', 'Imported'),
    ...(['treatments', 'zips', 'pharmacies'] as const).map(
      (kind) =>
        `${amount(imports[kind].imported)}  ${kind}${imports[kind].refused === 0 ? '' : `, ${imports[kind].refused} refused (${listed(imports[kind].refusedByCode)})`}`,
    ),
    `${amount(patients.imported)}  patients${total(patients.refused) === 0 ? '' : `, ${total(patients.refused)} refused (${listed(patients.refused)})`}`,
    ...(total(patients.leftOut) === 0
      ? []
      : [`           taken without a value that cannot be used: ${listed(patients.leftOut)}`]),
    `${amount(prescriptions.read)}  prescriptions read: ${prescriptions.sent} sent, ${prescriptions.notReached} not needed`,
    '',
    styled('bold', 'Refused before signing'),
    ...rows(worded(prescriptions.refused)),
    '',
    styled('bold', 'Orders'),
    `${amount(orders.accepted)}  accepted of ${orders.wanted} (${orders.medications} medications, ${orders.synthetic} with quantity or directions made up by rule)`,
    ...rows(orders.byState),
    `${amount(orders.answeredAgain)}  sent twice with one key: one order each`,
    '',
    ...coverageLines(report.coverage),
    styled('bold', 'Delivered electronically'),
    ...rows(delivery.electronic),
    styled('bold', `Faxed`) +
      (faxed === 0
        ? ''
        : ` (${delivery.faxes.mayBeHeldElectronically} say that the pharmacy may hold it electronically)`),
    ...rows({ ...delivery.faxes.delivered, ...delivery.faxes.notices }),
    styled('bold', 'Stuck, where a person must act'),
    ...rows(delivery.stuck),
    '',
    styled('bold', `Attempts that failed on purpose (of ${delivery.attempts})`),
    ...rows(delivery.faults),
    '',
    styled('bold', 'Where the medications are now'),
    ...rows(report.fills),
    ...(total(report.alerts) === 0 ? [] : [styled('bold', 'Alerts'), ...rows(report.alerts)]),
    styled('bold', "Pharmacies' reports, by the hook's answer"),
    ...rows(report.reports),
    styled('bold', 'Cancels'),
    ...rows(report.cancels),
    '',
    styled('bold', 'Time'),
    latencyRow('createOrder, answered', latency.accept),
    latencyRow('order to pharmacy', latency.orderToPharmacy),
    latencyRow('order to fax', latency.orderToFax),
    `  ${seconds.setUp} s to set up, ${seconds.sending} s to send and settle, ${seconds.total} s in all`,
    '',
    styled('bold', 'Independent check'),
    ...report.invariants.flatMap(({ invariant, rule, holds, examined, violations }) => [
      `  ${holds ? styled('green', 'holds ') : styled('red', 'BROKEN')}  ${invariant.padEnd(3)}  ${rule} (${examined} looked at)`,
      ...violations
        .slice(0, VIOLATIONS_SHOWN)
        .map(({ what, ids }) => `            ${what}: ${ids.join(' ')}`),
      ...(violations.length > VIOLATIONS_SHOWN
        ? [`            … and ${violations.length - VIOLATIONS_SHOWN} more`]
        : []),
    ]),
    ...(total(report.serviceWarnings) === 0
      ? []
      : ['', styled('bold', 'The service logged'), ...rows(report.serviceWarnings)]),
    ...(report.settled ? [] : ['  Something was still on its way when the time was up.']),
    '',
  ];
}

function coverageLines(coverage: DemoReport['coverage']): readonly string[] {
  if (coverage === null) return [];
  const { asOf, asked, byStatus, restrictions, copays, imported } = coverage;
  const ended =
    coverage.ofEndedPlans === 0
      ? []
      : [
          `           ${coverage.ofEndedPlans} answers are of plans that have ended (the last on ${coverage.lastDay}) and say so; --as-of asks for a day before`,
        ];
  return [
    styled(
      'bold',
      `Coverage of ${asked} medications, asked before signing${asOf === null ? '' : ` as of ${asOf}`}`,
    ),
    ...rows(byStatus),
    ...ended,
    ...(total(restrictions) === 0 ? [] : [`           restrictions: ${listed(restrictions)}`]),
    ...(total(copays) === 0 ? [] : [`           copay estimates: ${listed(copays)}`]),
    `${amount(coverage.withAlternatives)}  with an alternative that the plan lists`,
    ...(total(coverage.refused) === 0 ? [] : [`           not asked: ${listed(coverage.refused)}`]),
    `           from ${Object.entries(imported)
      .map(
        ([what, { imported: taken, refused }]) =>
          `${taken} ${what}${refused === 0 ? '' : ` (${refused} refused)`}`,
      )
      .join(', ')}`,
    '',
  ];
}

/** Codes of the API in plain words, beside the code. */
const WORDS: Readonly<Record<string, string>> = {
  CONTROLLED_SUBSTANCE: 'controlled substance',
  CONTROL_UNKNOWN: 'schedule unknown: cannot be shown to be uncontrolled',
  TREATMENT_DISABLED: 'not prescribable: strength or dose form is not certain',
  PATIENT_DECEASED: 'the patient is deceased',
};

function worded(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([code, times]) => [
      WORDS[code] === undefined ? code : `${WORDS[code]} (${code})`,
      times,
    ]),
  );
}

function amount(value: number): string {
  return value.toLocaleString('en-US').padStart(9);
}

function rows(counts: Counts): readonly string[] {
  const entries = Object.entries(counts).filter(([, value]) => value > 0);
  if (entries.length === 0) return [amount(0)];
  return entries.sort(([, a], [, b]) => b - a).map(([name, value]) => `${amount(value)}  ${name}`);
}

function listed(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ');
}

function latencyRow(name: string, { count, p50Ms, p99Ms }: Latency): string {
  const time = (value: number | null): string => (value === null ? '–' : `${value.toFixed(0)} ms`);
  return `  ${name.padEnd(22)} p50 ${time(p50Ms).padStart(9)}   p99 ${time(p99Ms).padStart(9)}   (${count})`;
}
