// Owns the ways between a draft of the API, the values of the form and what a write sends.
import type { InputOf } from '@pestle/client';
import type { CreateDraft } from '@pestle/client/documents/drafts';
import type { DraftFields } from '@pestle/rules/check-draft';
import type { InitialPrescription } from '../../../attributes/clinical-shapes.ts';
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';
import type { DraftRecord, Pick, PresetCopy, PresetValues, TreatmentRecord } from '../../../records.ts';
import { composeNotes } from './notes.ts';

const RXCUI = 'rxcui:';

type CreateInput = InputOf<typeof CreateDraft>['input'];

/** What a draft says, without whom it is for. */
export type DraftInput = Omit<
  CreateInput,
  'patientId' | 'prescriberId' | 'form' | 'orderPlan' | 'replacedPicks'
>;

/** What stands in the form, as it is typed. */
export interface FormValues {
  readonly treatment: TreatmentRecord | null;
  readonly dispenseAsWritten: boolean;
  readonly dispenseQuantity: string;
  readonly dispenseUnit: string;
  readonly daysSupply: string;
  readonly refills: string;
  readonly instructions: string;
  readonly notes: string;
  /** What of the note the page has put there. */
  readonly pageNotes: string;
  /** The page's own id, from an override. */
  readonly externalId: string | null;
  /** What the draft is made from, such as another in whose place it comes; left out for what was written here. */
  readonly source?: string;
  readonly doNotFillBeforeDate: string;
  /** Why numbers stand that contradict the directions; asked for only then. */
  readonly amountsReason: string;
  /** Why the same treatment is prescribed twice; asked for only then. */
  readonly repeatReason: string;
  /** Why it is prescribed although it likely was already; asked for only then. */
  readonly duplicateReason: string;
  readonly saveAsTemplate: boolean;
  readonly templateName: string;
}

/** An empty form; the note holds what the page wants in every note. */
export function emptyValues(config: WorkflowConfig): FormValues {
  return {
    treatment: null,
    dispenseAsWritten: false,
    dispenseQuantity: '',
    dispenseUnit: '',
    daysSupply: '',
    refills: '',
    instructions: '',
    ...composeNotes('', config),
    externalId: null,
    doNotFillBeforeDate: '',
    amountsReason: '',
    repeatReason: '',
    duplicateReason: '',
    saveAsTemplate: false,
    templateName: '',
  };
}

/** What a template or an earlier prescription is copied as: with the page's own values in place of its (`…-overrides`). */
export function presetOf(
  kind: 'template' | 'prescription',
  id: string,
  values: PresetValues,
  { templateOverrides, prescriptionOverrides }: WorkflowConfig,
): PresetCopy {
  return { ...values, ...(kind === 'template' ? templateOverrides : prescriptionOverrides).get(id) };
}

/** The form after something was picked: a treatment with its usual unit, or with the values of a template or an earlier prescription. */
export function pickedValues(pick: Pick, config: WorkflowConfig): FormValues {
  const empty = emptyValues(config);
  const { treatment } = pick;
  if (pick.kind === 'treatment')
    return { ...empty, treatment, dispenseUnit: treatment.dispenseUnit, refills: '0' };
  const values = presetOf(pick.kind, pick.id, pick.values, config);
  return {
    ...empty,
    treatment,
    dispenseAsWritten: values.dispenseAsWritten ?? false,
    dispenseQuantity: values.dispenseQuantity ?? '',
    dispenseUnit: values.dispenseUnit ?? treatment.dispenseUnit,
    daysSupply: values.daysSupply?.toString() ?? '',
    refills:
      values.fillsAllowed === null || values.fillsAllowed === undefined ? '0' : `${values.fillsAllowed - 1}`,
    instructions: values.instructions ?? '',
    ...composeNotes(values.notes, config),
    externalId: values.externalId ?? null,
    doNotFillBeforeDate: values.doNotFillBeforeDate ?? '',
  };
}

/** A draft in the form, for editing: every value as it is, also 0 and false. */
export function valuesOf(draft: DraftRecord): FormValues {
  return {
    treatment: draft.treatment,
    dispenseAsWritten: draft.dispenseAsWritten,
    dispenseQuantity: draft.dispenseQuantity ?? '',
    dispenseUnit: draft.dispenseUnit ?? '',
    daysSupply: draft.daysSupply?.toString() ?? '',
    refills: `${draft.fillsAllowed - 1}`,
    instructions: draft.instructions,
    notes: draft.notes,
    pageNotes: draft.pageNotes ?? '',
    externalId: null,
    doNotFillBeforeDate: draft.doNotFillBeforeDate ?? '',
    amountsReason: draft.amountsReason ?? '',
    repeatReason: draft.repeatReason ?? '',
    duplicateReason: draft.duplicateReason ?? '',
    saveAsTemplate: false,
    templateName: '',
  };
}

/** What the rules of a draft look at. */
export function fieldsOf(values: FormValues): DraftFields {
  const number = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
  const refills = number(values.refills);
  return {
    treatmentId: values.treatment?.id ?? null,
    dispenseQuantity: values.dispenseQuantity.trim(),
    dispenseUnit: values.dispenseUnit,
    dispenseAsWritten: values.dispenseAsWritten,
    fillsAllowed: refills === null ? null : refills + 1,
    daysSupply: number(values.daysSupply),
    instructions: values.instructions,
    notes: values.notes,
    doNotFillBeforeDate: values.doNotFillBeforeDate,
    amountsReason: values.amountsReason,
  };
}

/** What a write of the form sends. The caller has checked the values; a blank is null, which clears. */
export function inputOf(values: FormValues, treatmentId: string): DraftInput {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const whole = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
  return {
    treatmentId,
    dispenseAsWritten: values.dispenseAsWritten,
    dispenseQuantity: orNull(values.dispenseQuantity),
    dispenseUnit: orNull(values.dispenseUnit),
    daysSupply: whole(values.daysSupply),
    fillsAllowed: (whole(values.refills) ?? 0) + 1,
    instructions: values.instructions.trim(),
    notes: values.notes.trim(),
    pageNotes: values.pageNotes,
    ...(values.externalId === null ? {} : { externalId: values.externalId }),
    source: values.source ?? null,
    doNotFillBeforeDate: orNull(values.doNotFillBeforeDate),
    amountsReason: orNull(values.amountsReason),
    repeatReason: orNull(values.repeatReason),
    duplicateReason: orNull(values.duplicateReason),
  };
}

/** A draft that was deleted, as it is made again. */
export function inputAgain(draft: DraftRecord): DraftInput {
  const { externalId, source } = draft;
  return { ...inputOf(valuesOf(draft), draft.treatment?.id ?? ''), externalId, source };
}

/** What the page asked for in `initial-prescriptions` or `addDraft()`. */
export function inputOfInitial(initial: InitialPrescription, config: WorkflowConfig): DraftInput {
  return { ...initial, ...composeNotes(initial.notes, config) };
}

/** What the page adds to every draft. */
export function pageFields({ diagnosisCodes, supervisor }: WorkflowConfig): Partial<DraftInput> {
  return {
    ...(diagnosisCodes.length === 0 ? {} : { diagnosisCodes: [...diagnosisCodes] }),
    ...(supervisor === null ? {} : { supervisor }),
  };
}

/** What this form does not prescribe, for the service to enforce at every step; undefined when it is everything as usual. */
export function formRules(config: WorkflowConfig): CreateInput['form'] {
  if (config.disabled.size === 0 && config.allowOffCatalogSearch) return undefined;
  const entries = [...config.disabled];
  const medication = ([id]: readonly [string, unknown]): boolean => id.startsWith(RXCUI);
  return {
    disabledTreatments: entries
      .filter((entry) => !medication(entry))
      .map(([treatmentId, reason]) => ({ treatmentId, reason })),
    disabledMedications: entries
      .filter(medication)
      .map(([id, reason]) => ({ rxcui: id.slice(RXCUI.length), reason })),
    offCatalog: config.allowOffCatalogSearch,
    catalogId: config.catalogId,
  };
}
