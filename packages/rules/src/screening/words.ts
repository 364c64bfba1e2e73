// What screening says, in English and Spanish: one sentence for each kind of finding and for each reason why nothing was checked.
import { NOT_CHECKED, OVERRIDE_REASONS, UNCHECKED_REASONS } from './answers.ts';
import type { Finding, FindingKind, OtherDrugFrom } from './screening.ts';

/** The same in both languages. */
export interface BothLanguages {
  readonly en: string;
  readonly es: string;
}

/** Why nothing, or not everything, was checked. */
export type ScreeningTrouble =
  | 'NOT_USED'
  | 'NO_DATA'
  | 'NO_ALLERGEN_DATA'
  | 'DATA_OLD'
  | 'ALLERGY_UNREADABLE'
  | 'MEDICINE_UNREADABLE'
  | 'DRUG_UNREADABLE'
  | 'DRUG_WITHOUT_CODE'
  | 'NO_ANSWER'
  | 'UNREADABLE_ANSWER'
  | 'CHANGED_MEANWHILE'
  | 'ASKED_LATER';

const FROM: Readonly<Record<OtherDrugFrom, BothLanguages>> = {
  ORDER: { en: 'also being ordered', es: 'también en esta orden' },
  PRESCRIBED: { en: 'prescribed here', es: 'recetado aquí' },
  TOLD: { en: 'taken by the patient', es: 'lo toma el paciente' },
};

type Writes = (finding: Finding, from: string) => string;

const FINDINGS: Readonly<Record<FindingKind, { readonly en: Writes; readonly es: Writes }>> = {
  INTERACTION: {
    en: ({ severity, about, against }, from) =>
      `${severity === 'HIGH' ? 'Severe interaction' : 'Interaction'}: ${about} with ${against} (${from}).`,
    es: ({ severity, about, against }, from) =>
      `${severity === 'HIGH' ? 'Interacción grave' : 'Interacción'}: ${about} con ${against} (${from}).`,
  },
  ALLERGY: {
    en: ({ about, against }) => `Allergy: the record says ${against}, and this contains ${about}.`,
    es: ({ about, against }) => `Alergia: el expediente dice ${against}, y esto contiene ${about}.`,
  },
  ALLERGY_CLASS: {
    en: ({ about, against }) => `Allergy: the record says ${against}, to which ${about} is related.`,
    es: ({ about, against }) => `Alergia: el expediente dice ${against}, con lo que se relaciona ${about}.`,
  },
  SAME_INGREDIENT: {
    en: ({ about, against }, from) => `Twice the same: ${about} is in ${against} (${from}).`,
    es: ({ about, against }, from) => `Dos veces lo mismo: ${about} está en ${against} (${from}).`,
  },
  SERVICE: {
    en: ({ about, against }) => `${about}: ${against}`,
    es: ({ about, against }) => `${about}: ${against}`,
  },
  SAME_CLASS: {
    en: ({ about, against }, from) => `Same class (${about}): ${against} (${from}).`,
    es: ({ about, against }, from) => `Misma clase (${about}): ${against} (${from}).`,
  },
};

/** What a finding says. */
export function findingSentence(finding: Finding): BothLanguages {
  const { en, es } = FINDINGS[finding.kind];
  const from = finding.from === null ? { en: '', es: '' } : FROM[finding.from];
  return { en: en(finding, from.en), es: es(finding, from.es) };
}

const TROUBLES: Readonly<Record<ScreeningTrouble, BothLanguages>> = {
  NOT_USED: {
    en: 'This practice does not use screening.',
    es: 'Este consultorio no usa la revisión de medicamentos.',
  },
  NO_DATA: {
    en: 'Interactions were not checked: nobody has imported data about them.',
    es: 'No se revisaron las interacciones: nadie ha importado datos sobre ellas.',
  },
  NO_ALLERGEN_DATA: {
    en: 'Related allergies were not checked: nobody has imported data about allergens.',
    es: 'No se revisaron las alergias relacionadas: nadie ha importado datos sobre alérgenos.',
  },
  DATA_OLD: {
    en: 'The data are too old to count as a check.',
    es: 'Los datos son demasiado antiguos para contar como revisión.',
  },
  ALLERGY_UNREADABLE: {
    en: 'An allergy on record could not be compared with the drug.',
    es: 'Una alergia del expediente no se pudo comparar con el medicamento.',
  },
  MEDICINE_UNREADABLE: {
    en: 'A current medicine of the patient could not be compared with the drug.',
    es: 'Un medicamento actual del paciente no se pudo comparar con este.',
  },
  DRUG_UNREADABLE: {
    en: 'The ingredients of this drug are not known, so nothing could be compared.',
    es: 'No se conocen los ingredientes de este medicamento, así que no se pudo comparar nada.',
  },
  DRUG_WITHOUT_CODE: {
    en: 'This drug has no code by which the screening service could compare it.',
    es: 'Este medicamento no tiene código con el que el servicio de revisión pueda compararlo.',
  },
  NO_ANSWER: {
    en: 'The screening service did not answer in time.',
    es: 'El servicio de revisión no respondió a tiempo.',
  },
  UNREADABLE_ANSWER: {
    en: 'The answer of the screening service could not be read.',
    es: 'No se pudo leer la respuesta del servicio de revisión.',
  },
  CHANGED_MEANWHILE: {
    en: 'The patient or the prescription changed during the check. Check again.',
    es: 'El paciente o la receta cambió durante la revisión. Revise otra vez.',
  },
  ASKED_LATER: {
    en: 'Another service is asked when the order is reviewed.',
    es: 'Se consulta a otro servicio cuando se revisa la orden.',
  },
};

/** Why something was not checked. */
export function troubleSentence(trouble: ScreeningTrouble): BothLanguages {
  return TROUBLES[trouble];
}

const REASONS: Readonly<
  Record<(typeof OVERRIDE_REASONS)[number] | (typeof UNCHECKED_REASONS)[number], BothLanguages>
> = {
  TOLERATED_BEFORE: { en: 'Tolerated before', es: 'Tolerado antes' },
  WILL_MONITOR: { en: 'Will be monitored', es: 'Se vigilará' },
  BENEFIT_OUTWEIGHS: { en: 'Benefit outweighs the risk', es: 'El beneficio supera el riesgo' },
  RECORD_IS_WRONG: { en: 'The record is wrong', es: 'El expediente está equivocado' },
  CHECKED_BY_HAND: { en: 'Checked by hand', es: 'Revisado a mano' },
  CHECKED_ELSEWHERE: { en: 'Checked in another system', es: 'Revisado en otro sistema' },
  CANNOT_WAIT: { en: 'Treatment cannot wait', es: 'El tratamiento no puede esperar' },
  OTHER: { en: 'Other (say which)', es: 'Otro (diga cuál)' },
};

/** The reasons that may answer a rule, each with its words. */
export function reasonsFor(
  rule: string,
): readonly { readonly code: keyof typeof REASONS; readonly text: BothLanguages }[] {
  const codes = rule === NOT_CHECKED ? UNCHECKED_REASONS : OVERRIDE_REASONS;
  return codes.map((code) => ({ code, text: REASONS[code] }));
}
