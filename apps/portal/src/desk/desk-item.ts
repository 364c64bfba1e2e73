// Owns what is told of something on the desk: whose it is about, why in a sentence of the one table, and where it leads.
import type { DataOf, Session } from '@pestle/client';
import type { PortalDesk } from '@pestle/client/documents/portal-desk';
import type { ShownAct } from '@pestle/elements/acts-views';
import type { Clock } from '@pestle/elements/views';
import { actOf, shownSituation } from '@pestle/elements/views';
import { firstKnownSentence } from '@pestle/rules/situation-sentence';
import { situationOfCode } from '@pestle/rules/situations';
import { medicationText } from '../page/medication.ts';
import { listedPatient } from '../page/moments.ts';
import type { PageSubject } from '../page/page-acts.ts';
import type { SharedWords } from '../page/words.ts';
import type { DeskText } from '../text/en/desk.ts';

export type DeskItem = DataOf<typeof PortalDesk>['deskItems']['nodes'][number];
type Treatment = NonNullable<DeskItem['prescription']>['treatment'];

export function patientOf({ patient, request }: DeskItem, words: DeskText): string {
  if (patient !== null) return listedPatient(patient);
  const said = request?.patientAsSaid;
  return said == null
    ? words.nobody
    : listedPatient({ firstName: said.firstName ?? '', lastName: said.lastName ?? '' });
}

/** What it is about: the one prescription or draft, else every line of the order. */
export function treatmentsOf({ prescription, draft, order }: DeskItem): readonly Treatment[] {
  if (prescription !== null) return [prescription.treatment];
  if (draft !== null) return draft.treatment === null ? [] : [draft.treatment];
  return (order?.fills ?? []).flatMap((fill) =>
    fill.prescription === null ? [] : [fill.prescription.treatment],
  );
}

/** Why it lies here, in the words of the one table; '' where its word says enough. */
export function whyOf(item: DeskItem, shared: SharedWords, clock: Clock): string {
  const { fill, situation, draft } = item;
  const reason = item.reason?.[shared.kit.language === 'es' ? 'es' : 'en'] ?? null;
  const key = situationOfCode(situation);
  const pharmacy =
    item.question?.pharmacy?.name ?? item.request?.pharmacy?.name ?? item.order?.pharmacy?.name ?? null;
  const text = shared.situation;
  // What a pharmacist asks and who prepared it are not of the fill; of two causes of one fill each has its own sentence.
  if (fill === null || key === 'question' || key === 'request') {
    const staff = draft?.preparer == null ? null : `${draft.preparer.firstName} ${draft.preparer.lastName}`;
    const told = firstKnownSentence(text.situations[key], { pharmacy, text: reason, reason, staff });
    return told === '' ? (reason ?? '') : told;
  }
  return shownSituation({ ...fill, situation }, { text, clock, daysSupply: null }).sentence;
}

/** What is acted on: its order, and of that the one line that it is about; its next act has a button of its own. */
export function subjectOf(item: DeskItem, words: DeskText, next: ShownAct | undefined): PageSubject {
  const { id, order, fill, prescription } = item;
  return {
    place: id,
    orderId: order?.id ?? id,
    fill,
    fills: fill === null ? [] : [fill],
    // Whoever hears a button hears whose it is.
    line: [...treatmentsOf(item).map(medicationText), patientOf(item, words)].join(', '),
    prescriptionId: prescription?.id ?? null,
    lines: order?.fills.length ?? 1,
    deskItemId: id,
    ...(next === undefined ? {} : { elsewhere: next }),
    ...(order === null ? { offers: onlyHandled(words) } : {}),
  };
}

/** Of what has no order the service offers nothing: it is worked on elsewhere, or handled. */
function onlyHandled({ handledEffect: said }: DeskText): NonNullable<PageSubject['offers']> {
  const effect = { en: said, es: said };
  return { order: [{ act: 'HANDLED', allowed: true, refusal: null, effect }], lines: new Map() };
}

/** How a line of its order is named. */
export function lineOf({ order }: DeskItem, fillId: string): string | undefined {
  const treatment = order?.fills.find(({ id }) => id === fillId)?.prescription?.treatment;
  return treatment === undefined ? undefined : medicationText(treatment);
}

/** The act that is next; undefined where it is a page's work, or not this person's. */
export function nextActOf({ order, situation }: DeskItem, session: Session): ShownAct | undefined {
  const act = order === null ? undefined : actOf(situationOfCode(situation));
  return act !== undefined && PRESCRIBERS.has(act) && session.me?.mayPrescribe !== true ? undefined : act;
}

const PRESCRIBERS: ReadonlySet<ShownAct> = new Set([
  'CANCEL_ONE',
  'CANCEL',
  'NO_MORE_REFILLS',
  'ANSWER_QUESTION',
]);

/** The address where it is worked on, and what that is called; null where the portal has no page of it. */
export function nextOf(
  { draft, order, patient, situation }: DeskItem,
  session: Session,
): { readonly path: string; readonly name: 'order' | 'sign' | 'patient' | 'number' } | null {
  if (draft !== null && patient !== null)
    return draft.prescriberId === session.me?.id
      ? { path: `/portal/drafts/${patient.id}`, name: 'sign' }
      : { path: `/portal/patients/${patient.id}/prescribe`, name: 'patient' };
  if (situation === 'WRONG_NUMBER' && patient !== null)
    return { path: `/portal/patients/${patient.id}/edit`, name: 'number' };
  if (order !== null) return { path: `/portal/orders/${order.id}`, name: 'order' };
  return patient === null ? null : { path: `/portal/patients/${patient.id}`, name: 'patient' };
}

/** Everything that it leads to. */
export function linksOf({
  draft,
  order,
  patient,
  prescription,
}: DeskItem): readonly (readonly [path: string, name: keyof DeskText['links']])[] {
  return [
    ...(order === null ? [] : [[`/portal/orders/${order.id}`, 'order'] as const]),
    ...(prescription === null ? [] : [[`/portal/prescriptions/${prescription.id}`, 'prescription'] as const]),
    ...(draft === null || patient === null
      ? []
      : [[`/portal/patients/${patient.id}/prescribe`, 'drafts'] as const]),
    ...(patient === null ? [] : [[`/portal/patients/${patient.id}`, 'patient'] as const]),
  ];
}
