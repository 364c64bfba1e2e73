// Owns the ways between a draft of the API, the values of the form and what a write sends.
import type { InputOf } from '@pestle/client';
import type { CreateDraft } from '@pestle/client/documents/drafts';
import { forFields, TYPED_FIELDS, type TypedField } from '@pestle/rules/prescription-fields';
import type { InitialPrescription } from '../../../attributes/clinical-shapes.ts';
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';
import type { DraftRecord, Pick, PresetCopy, PresetValues, TreatmentRecord } from '../../../records.ts';
import { composeNotes, renewNotes } from './notes.ts';

const RXCUI = 'rxcui:';

type CreateInput = InputOf<typeof CreateDraft>['input'];

/** Why it is prescribed although something speaks against it, by the rule that says so. */
export type ScreeningAnswer = NonNullable<CreateInput['screeningAnswers']>[number];

/** What a draft says, without whom it is for. */
export type DraftInput = Omit<
  CreateInput,
  'patientId' | 'prescriberId' | 'form' | 'orderPlan' | 'replacedPicks'
>;

/** What stands in the form, as it is typed. */
export interface FormValues extends Readonly<Record<TypedField, string>> {
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
  /** Also those that are not whole yet. */
  readonly screeningAnswers: readonly ScreeningAnswer[];
  /** What the draft is made from, such as another in whose place it comes; left out for what was written here. */
  readonly source?: string;
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
    screeningAnswers: [],
    ...forFields(TYPED_FIELDS, () => ''),
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
    ...typedPreset(values, treatment.dispenseUnit),
    ...composeNotes(values.notes, config),
    externalId: values.externalId ?? null,
    doNotFillBeforeDate: values.doNotFillBeforeDate ?? '',
  };
}

/** A draft in the form, for editing: every value as it is, also 0 and false. */
export function valuesOf(draft: DraftRecord): FormValues {
  return {
    treatment: draft.treatment,
    ...typedPreset(draft, ''),
    notes: draft.notes,
    pageNotes: draft.pageNotes ?? '',
    externalId: null,
    screeningAnswers: draft.screeningAnswers.map(({ rule, reason, text }) => ({ rule, reason, text })),
    ...forFields(TYPED_FIELDS, (name) => draft[name] ?? ''),
    saveAsTemplate: false,
    templateName: '',
  };
}

/** The same once more, as a new draft: why it was prescribed the first time is no reason for the second. */
export function valuesAgain(draft: DraftRecord): FormValues {
  const reasons = { screeningAnswers: [], amountsReason: '', repeatReason: '', duplicateReason: '' };
  return { ...valuesOf(draft), ...reasons };
}

/** With what the page now wants in every note; the same values where that is there already. */
export function withRenewedNotes(values: FormValues, config: WorkflowConfig): FormValues {
  const renewed = renewNotes(values.notes, values.pageNotes, config);
  return renewed.pageNotes === values.pageNotes ? values : { ...values, ...renewed };
}

/** What is copied, as it is typed; `unit` is the one that is meant where none is said. */
function typedPreset(preset: PresetValues, unit: string) {
  const { fillsAllowed } = preset;
  return {
    dispenseAsWritten: preset.dispenseAsWritten ?? false,
    dispenseQuantity: preset.dispenseQuantity ?? '',
    dispenseUnit: preset.dispenseUnit ?? unit,
    daysSupply: preset.daysSupply?.toString() ?? '',
    refills: `${(fillsAllowed ?? 1) - 1}`,
    instructions: preset.instructions ?? '',
  };
}

/** What a template takes of the form; a blank is null, which clears. */
export function presetInput(values: FormValues) {
  const refills = whole(values.refills);
  return {
    treatmentId: values.treatment?.id ?? '',
    dispenseAsWritten: values.dispenseAsWritten,
    dispenseQuantity: orNull(values.dispenseQuantity),
    dispenseUnit: orNull(values.dispenseUnit),
    daysSupply: whole(values.daysSupply),
    fillsAllowed: refills === null ? null : refills + 1,
    instructions: values.instructions.trim(),
    notes: values.notes.trim(),
  };
}

/** What a write of the form sends, and what its check looks at: with what belongs to this one prescription. */
export function inputOf(values: FormValues): DraftInput {
  return {
    ...presetInput(values),
    pageNotes: values.pageNotes,
    ...(values.externalId === null ? {} : { externalId: values.externalId }),
    screeningAnswers: [...values.screeningAnswers],
    source: values.source ?? null,
    ...forFields(TYPED_FIELDS, (name) => orNull(values[name])),
  };
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

function whole(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** A draft that was deleted, as it is made again. */
export function inputAgain(draft: DraftRecord): DraftInput {
  const { externalId, source } = draft;
  return { ...inputOf(valuesOf(draft)), externalId, source };
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
