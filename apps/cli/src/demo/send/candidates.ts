// Which prescriptions are sent in which order: shuffled by the seed, matched by RxCUI, round after round until enough orders are sent.
import type { PatientId, TreatmentId } from '@pestle/rules/ids';
import { treatmentIdOf } from '@pestle/service/catalog';
import { type Directions, directionsFor } from '../data/directions.ts';
import type { ReadPatient } from '../data/patients.ts';
import type { ReadPrescription } from '../data/prescriptions.ts';
import type { PatientImport } from '../network/practice.ts';
import type { Reference } from '../network/reference.ts';
import { chance, shuffled } from '../random.ts';

/** One medication that a host will try to prescribe. */
export interface Item {
  readonly prescriptionId: string;
  readonly treatmentId: TreatmentId;
  readonly directions: Directions;
  /** Says where the draft comes from, and what the rule supplied. */
  readonly source: string;
}

/** One order to try: a patient, and one or two medications. */
export interface Candidate {
  readonly round: number;
  readonly patientId: PatientId;
  readonly place: ReadPatient['place'];
  readonly items: readonly Item[];
}

export interface CandidateOptions {
  readonly prescriptions: readonly ReadPrescription[];
  readonly patients: ReadonlyMap<string, ReadPatient>;
  readonly imported: PatientImport;
  readonly reference: Pick<Reference, 'treatments'>;
  readonly seed: number;
  /** Counts a prescription that is not even tried, by its reason. */
  readonly refuse: (reason: string) => void;
}

export interface Candidates {
  /** The next to try; undefined when a whole round found nothing that can be sent. */
  next(): Candidate | undefined;
  /** This prescription was refused: it is not tried again in later rounds. False when that is known. */
  drop(prescriptionId: string): boolean;
}

/** Share of the orders that take a second medication of the same patient along. */
const PAIR_SHARE = 0.12;

export function createCandidates(options: CandidateOptions): Candidates {
  const { seed } = options;
  const dropped = new Set<string>();
  let usable: readonly ReadPrescription[] = options.prescriptions;
  let round = 0;
  let waiting: Candidate[] = [];
  const begin = (): void => {
    round += 1;
    usable = usable.filter(({ id }) => !dropped.has(id));
    waiting = pairUp(
      shuffled(usable, seed + round, ({ id }) => id).flatMap((prescription) => {
        const candidate = candidateOf(options, prescription, round);
        if (typeof candidate !== 'string') return [candidate];
        options.refuse(candidate);
        dropped.add(prescription.id);
        return [];
      }),
      seed,
    ).toReversed();
  };
  return {
    next: () => {
      if (waiting.length === 0) begin();
      return waiting.pop();
    },
    drop: (id) => {
      const isNew = !dropped.has(id);
      dropped.add(id);
      return isNew;
    },
  };
}

function candidateOf(
  { patients, imported, reference }: CandidateOptions,
  prescription: ReadPrescription,
  round: number,
): Candidate | string {
  const { id, rxcui, patientExternalId } = prescription;
  const treatment = reference.treatments.get(rxcui);
  if (treatment === undefined) return 'unmatched drug (its RxCUI is not among the treatments)';
  const patient = patients.get(patientExternalId);
  if (patient === undefined) return 'patient not in the file';
  const patientId = imported.ids.get(patientExternalId);
  if (patientId === undefined)
    return `patient refused: ${imported.refused.get(patientExternalId) ?? 'unknown'}`;
  const directions = directionsFor(prescription, treatment);
  const synthetic = directions.synthetic.length === 0 ? '' : ` synthetic:${directions.synthetic.join(',')}`;
  const source = `demo:${id}#${round}${synthetic}`;
  const item = { prescriptionId: id, treatmentId: treatmentIdOf(rxcui), directions, source };
  return { round, patientId, place: patient.place, items: [item] };
}

/** Joins some with another of the same patient and another treatment, so that orders of two medications are among them. */
function pairUp(candidates: readonly Candidate[], seed: number): Candidate[] {
  const taken = new Set<Candidate>();
  const byPatient = Map.groupBy(candidates, ({ patientId }) => patientId);
  return candidates.flatMap((candidate) => {
    if (taken.has(candidate)) return [];
    taken.add(candidate);
    const [item] = candidate.items;
    if (item === undefined || chance(seed, 'pair', item.source) >= PAIR_SHARE) return [candidate];
    const other = byPatient
      .get(candidate.patientId)
      ?.find((one) => !taken.has(one) && one.items[0]?.treatmentId !== item.treatmentId);
    if (other === undefined) return [candidate];
    taken.add(other);
    return [{ ...candidate, items: [...candidate.items, ...other.items] }];
  });
}
