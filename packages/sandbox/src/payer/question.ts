// Owns what the simulated payer reads of a question.
import { GUIDE_NAMES as NAMES } from './guide.ts';
import { listOf, recordOf, valuesAt } from './required.ts';

export interface Question {
  readonly requestId: string;
  readonly headerId: string;
  /** The entry of the patient, to be echoed. */
  readonly patient: Readonly<Record<string, unknown>>;
  readonly memberId: string;
  readonly bin: string;
  /** Null for a drug that is named by another code only. */
  readonly rxcui: string | null;
  readonly drugName: string;
  readonly quantity: number;
  readonly unit: string;
  readonly days: number;
}

/** Of a bundle in which nothing is missing. */
export function readQuestion(bundle: unknown): Question {
  const entries = listOf(recordOf(bundle)['entry']).map(recordOf);
  const entryOf = (type: string) =>
    entries.find((entry) => recordOf(entry['resource'])['resourceType'] === type) ?? {};
  const at = (type: string, path: string): unknown =>
    valuesAt(recordOf(entryOf(type)['resource']), path.split('.'))[0];
  const classes = listOf(recordOf(entryOf('Coverage')['resource'])['class']);
  const classValue = (code: string): string => {
    const found = classes.find((one) => valuesAt(one, ['type', 'coding', 'code']).includes(code));
    return textOf(recordOf(found)['value']);
  };
  const codings = listOf(recordOf(at('Claim', 'item.productOrService'))['coding']).map(recordOf);
  const rxNorm = codings.find(({ system }) => system === NAMES.rxNorm);
  return {
    requestId: textOf(at('Claim', 'identifier.value')),
    headerId: textOf(at('MessageHeader', 'id')),
    patient: entryOf('Patient'),
    memberId: classValue('rxid'),
    bin: classValue('rxbin'),
    rxcui: rxNorm === undefined ? null : textOf(rxNorm['code']),
    drugName: textOf(codings[0]?.['display']),
    quantity: Number(at('Claim', 'item.quantity.value')),
    unit: textOf(at('Claim', 'item.quantity.unit')),
    days: Number(at('MedicationRequest', 'dispenseRequest.expectedSupplyDuration.value') ?? 30),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
