// Reads what a suggestion of a card would change of one order, where that is something that a form can do: another medicine, other directions, or nothing prescribed.
import type { ServiceOffer } from '@pestle/rules/screening';
import * as v from 'valibot';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';

const short = (max: number) => v.pipe(v.string(), v.maxLength(max));
const few = <Schema extends v.GenericSchema>(item: Schema) =>
  v.exactOptional(v.pipe(v.array(item), v.maxLength(LIMITS.cardListsMax)), []);

const medicationRequest = v.looseObject({
  resourceType: v.literal('MedicationRequest'),
  medicationCodeableConcept: v.exactOptional(
    v.looseObject({
      coding: few(v.looseObject({ system: v.exactOptional(short(500)), code: v.exactOptional(short(200)) })),
    }),
  ),
  dosageInstruction: few(
    v.looseObject({ text: v.exactOptional(short(LIMITS.offeredDirectionsCharactersMax)) }),
  ),
});

const action = v.variant('type', [
  v.looseObject({ type: v.literal('delete'), resourceId: v.union([short(200), v.array(short(200))]) }),
  v.looseObject({ type: v.picklist(['create', 'update']), resource: medicationRequest }),
]);

const suggestion = v.looseObject({
  label: v.string(),
  actions: v.pipe(v.array(action), v.minLength(1), v.maxLength(2)),
});

/** Undefined where it does anything else than to change or take away the order with this id of FHIR. */
export function offerOf(given: unknown, orderId: string): ServiceOffer | undefined {
  const read = v.safeParse(suggestion, given);
  if (!read.success) return undefined;
  const { label, actions } = read.output;
  const removed = actions.flatMap((one) => (one.type === 'delete' ? [one.resourceId].flat() : []));
  if (removed.some((id) => id.replace(/^MedicationRequest\//, '') !== orderId)) return undefined;
  const written = actions.flatMap((one) => (one.type === 'delete' ? [] : [one]));
  const [first, second] = written;
  if (first === undefined) return { label, removes: true, rxcui: null, directions: null };
  if (second !== undefined) return undefined;
  const { medicationCodeableConcept, dosageInstruction } = first.resource;
  const rxcui = (medicationCodeableConcept?.coding ?? []).find(({ system }) => system === RXNORM)?.code;
  const directions = dosageInstruction.length === 1 ? (dosageInstruction[0]?.text?.trim() ?? '') : '';
  // What names a medicine without a code that is known here would leave the one that it speaks against.
  if (rxcui === undefined && (medicationCodeableConcept !== undefined || directions === '')) return undefined;
  return { label, removes: false, rxcui: rxcui ?? null, directions: directions || null };
}
