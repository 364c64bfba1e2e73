// Owns what the attributes of svc-prescribe-workflow mean together: one typed configuration, and everything wrong with it.
import { toCanonicalDecimal } from '@pestle/rules/decimal';
import { lowerAscii } from '@pestle/rules/letter-case';
import type {
  AllergyValue,
  DiagnosisValue,
  InitialPrescription,
  MedicationValue,
  OrderAddress,
  PrescriptionOverride,
  SupervisorValue,
  TemplateOverride,
} from './clinical-shapes.ts';
import type { DisableList } from './disable-list.ts';
import type { JsonReaders } from './json-readers.ts';
import { ATTRIBUTE_LIMITS } from './limits.ts';
import type { AttributeProblem, Report } from './problems.ts';
import type { Reader } from './shapes.ts';
import { isAbsent, readBoolean, readIds, readJson, readText } from './values.ts';
import type { RawAttributes, WorkflowAttribute } from './workflow-attributes.ts';

/** The ways to a pharmacy, in the order of their tabs. */
export type PharmacyTab = 'send-to-patient' | 'local-pickup' | 'mail-order';

/** A weight with its unit; there is no default unit. */
export interface WeightValue {
  /** Canonical decimal text. */
  readonly value: string;
  readonly unit: 'lbs' | 'kg';
}

/** An entry of `initial-prescriptions` with its place in the list as it was given. */
export interface IndexedPrescription {
  readonly index: number;
  readonly input: InitialPrescription;
}

/** Everything a page can set, typed; each field says what holds when nothing is set. */
export interface WorkflowConfig {
  /** Service id or external id; null: a patient picker. */
  readonly patientId: string | null;
  readonly templateIds: readonly string[];
  readonly templateOverrides: ReadonlyMap<string, TemplateOverride>;
  readonly prescriptionIds: readonly string[];
  readonly prescriptionOverrides: ReadonlyMap<string, PrescriptionOverride>;
  /** What must not be prescribed here, whatever the source, as the page wrote it; `Forbidden` knows what it stands for. */
  readonly disabled: DisableList;
  /** True when `disable-list` could not be read: then nothing may be prescribed. */
  readonly blocked: boolean;
  readonly allowOffCatalogSearch: boolean;
  readonly initialPrescriptions: readonly IndexedPrescription[];
  /** Appended to every draft's notes; empty for none. */
  readonly additionalNotes: string;
  readonly enableOrder: boolean;
  /** The tabs of pharmacy selection, in their order; empty without `enable-order` and for a fixed pharmacy. */
  readonly tabs: readonly PharmacyTab[];
  /** The only pharmacies of the tab 'Mail Order'; empty: all of them. */
  readonly mailOrderIds: readonly string[];
  /** Preselected; fixed when there is no tab. */
  readonly pharmacyId: string | null;
  readonly enableCoverageCheck: boolean;
  readonly enableCombineAndDuplicate: boolean;
  readonly hideTemplates: boolean;
  readonly hidePatientCard: boolean;
  readonly hideSubmit: boolean;
  /** The patient's address for this order and its messages. */
  readonly address: OrderAddress | null;
  readonly externalOrderId: string | null;
  readonly enableMedHistory: boolean;
  readonly enableMedHistoryLinks: boolean;
  readonly enableMedHistoryRefillButton: boolean;
  readonly weight: WeightValue | null;
  /** A weight that came without a unit: not used, and the form asks. */
  readonly weightWithoutUnit: string | null;
  readonly optionalPatientAddress: boolean;
  readonly catalogId: string | null;
  readonly diagnosisCodes: readonly DiagnosisValue[];
  readonly supervisor: SupervisorValue | null;
  /** What the page knows of the patient beside the record; shown, and recorded by a person. */
  readonly allergies: readonly AllergyValue[];
  readonly medications: readonly MedicationValue[];
  /** True when some of the two could not be read: then nothing is compared with it, and nobody else would say so. */
  readonly statementsUnread: boolean;
  /** Neither `/` nor Control and Enter do anything (WCAG 2.1.4). */
  readonly disableShortcuts: boolean;
  readonly triggerSubmit: boolean;
}

/** The configuration with the faults (for `svc-error`) and the warnings (for the console) found on the way. */
export interface ReadConfig {
  readonly config: WorkflowConfig;
  readonly problems: readonly AttributeProblem[];
  readonly warnings: readonly string[];
}

const JSON_ATTRIBUTES = [
  'template-overrides',
  'prescription-overrides',
  'disable-list',
  'initial-prescriptions',
  'address',
  'diagnosis-codes',
  'supervisor',
  'allergies',
  'medications',
] as const satisfies readonly WorkflowAttribute[];

/** True when something is set that only the readers of JSON understand. */
export function needsJsonReaders(raw: RawAttributes): boolean {
  return JSON_ATTRIBUTES.some((name) => !isAbsent(raw[name]));
}

/**
 * Reads all attributes at once. What cannot be used is left at its default, and named. Without `json` what needs it counts as not set,
 * and a `disable-list` that is set as not readable.
 */
export function readWorkflowConfig(raw: RawAttributes, json: JsonReaders | null): ReadConfig {
  const reading = new Reading(raw);
  const list = raw['disable-list'];
  const disabled =
    json === null && isAbsent(list) ? new Map() : json?.disableList(list, reading.reportOf('disable-list'));
  const weight = readWeight(reading);
  const config: WorkflowConfig = {
    patientId: reading.text('patient-id'),
    templateIds: reading.ids('template-ids'),
    templateOverrides: reading.json('template-overrides', json?.templateOverrides) ?? new Map(),
    prescriptionIds: reading.ids('prescription-ids'),
    prescriptionOverrides: reading.json('prescription-overrides', json?.prescriptionOverrides) ?? new Map(),
    disabled: disabled ?? new Map(),
    blocked: disabled === undefined,
    allowOffCatalogSearch: reading.boolean('allow-off-catalog-search', true),
    initialPrescriptions: reading
      .entries('initial-prescriptions', json?.initialPrescription, ATTRIBUTE_LIMITS.prefillsMax)
      .flatMap(({ index, value }) => (value === undefined ? [] : [{ index, input: value }])),
    additionalNotes: reading.text('additional-notes') ?? '',
    enableCoverageCheck: reading.boolean('enable-coverage-check'),
    enableCombineAndDuplicate: reading.boolean('enable-combine-and-duplicate'),
    hideTemplates: reading.boolean('hide-templates'),
    hidePatientCard: reading.boolean('hide-patient-card'),
    hideSubmit: reading.boolean('hide-submit'),
    address: reading.json('address', json?.address) ?? null,
    externalOrderId: reading.boundedText('external-order-id', ATTRIBUTE_LIMITS.externalIdCharactersMax),
    enableMedHistory: reading.boolean('enable-med-history'),
    enableMedHistoryLinks: reading.boolean('enable-med-history-links'),
    enableMedHistoryRefillButton: reading.boolean('enable-med-history-refill-button'),
    ...weight,
    optionalPatientAddress: reading.boolean('optional-patient-address'),
    catalogId: reading.text('catalog-id'),
    diagnosisCodes: readDiagnoses(reading, json),
    supervisor: reading.json('supervisor', json?.supervisor) ?? null,
    allergies: reading.good('allergies', json?.allergy, ATTRIBUTE_LIMITS.statementsMax),
    medications: reading.good('medications', json?.medication, ATTRIBUTE_LIMITS.statementsMax),
    statementsUnread: reading.areUnread(['allergies', 'medications'], json),
    disableShortcuts: reading.boolean('disable-shortcuts'),
    triggerSubmit: reading.boolean('trigger-submit'),
    ...readOrder(reading),
  };
  return { config, problems: reading.problems, warnings: reading.warnings };
}

/** One pass over the raw attributes that collects what is wrong. */
class Reading {
  readonly problems: AttributeProblem[] = [];
  readonly warnings: string[] = [];
  readonly #raw: RawAttributes;

  constructor(raw: RawAttributes) {
    this.#raw = raw;
  }

  reportOf(attribute: WorkflowAttribute): Report {
    return (path, message) => this.problems.push({ attribute, path, message });
  }

  /** After they were read: whether something of one of these was not. */
  areUnread(attributes: readonly WorkflowAttribute[], json: JsonReaders | null): boolean {
    return attributes.some(
      (name) =>
        (json === null && this.isSet(name)) || this.problems.some(({ attribute }) => attribute === name),
    );
  }

  isSet(attribute: WorkflowAttribute): boolean {
    return !isAbsent(this.#raw[attribute]);
  }

  boolean(attribute: WorkflowAttribute, fallback = false): boolean {
    return readBoolean(this.#raw[attribute], fallback, (message) =>
      this.warnings.push(`${attribute}: ${message}`),
    );
  }

  text(attribute: WorkflowAttribute): string | null {
    return readText(this.#raw[attribute], this.reportOf(attribute));
  }

  boundedText(attribute: WorkflowAttribute, charactersMax: number): string | null {
    const text = this.text(attribute);
    if (text === null || text.length <= charactersMax) return text;
    this.reportOf(attribute)('', `this has ${text.length} characters; at most ${charactersMax} are taken.`);
    return null;
  }

  ids(attribute: WorkflowAttribute): readonly string[] {
    return readIds(this.#raw[attribute], this.reportOf(attribute));
  }

  json<T>(attribute: WorkflowAttribute, reader: Reader<T> | undefined): T | undefined {
    if (reader === undefined) return undefined;
    const report = this.reportOf(attribute);
    const value = readJson(this.#raw[attribute], report);
    return value === undefined ? undefined : reader(value, '', report);
  }

  /** Each entry of an array by itself: a bad one fails alone, with its index. */
  entries<T>(
    attribute: WorkflowAttribute,
    reader: Reader<T> | undefined,
    entriesMax: number,
  ): readonly { readonly index: number; readonly value: T | undefined }[] {
    if (reader === undefined) return [];
    const report = this.reportOf(attribute);
    const list = this.json<readonly unknown[]>(attribute, (value) => {
      if (Array.isArray(value)) return value;
      report('', 'write an array.');
      return undefined;
    });
    if (list === undefined) return [];
    if (list.length > entriesMax) report('', `at most ${entriesMax} entries are taken.`);
    return list
      .slice(0, entriesMax)
      .map((entry, index) => ({ index, value: reader(entry, `[${index}]`, report) }));
  }

  /** The entries that can be read; the others are named. */
  good<T>(attribute: WorkflowAttribute, reader: Reader<T> | undefined, entriesMax: number): readonly T[] {
    return this.entries(attribute, reader, entriesMax).flatMap(({ value }) => value ?? []);
  }

  number(attribute: WorkflowAttribute): string | null {
    const value = this.#raw[attribute];
    if (isAbsent(value) || value === '') return null;
    const read =
      typeof value === 'number' || typeof value === 'string' ? toCanonicalDecimal(value) : undefined;
    if (read?.ok === true && read.value !== '0') return read.value;
    this.reportOf(attribute)('', 'write a number greater than zero, such as 70.5.');
    return null;
  }
}

/** Pharmacy selection: its flags do nothing without `enable-order`, and alone it means 'Local Pickup'. */
function readOrder(
  reading: Reading,
): Pick<WorkflowConfig, 'enableOrder' | 'tabs' | 'mailOrderIds' | 'pharmacyId'> {
  const enableOrder = reading.boolean('enable-order');
  const flags = [
    ['enable-send-to-patient', 'send-to-patient'],
    ['enable-local-pickup', 'local-pickup'],
    ['enable-delivery-pharmacies', 'mail-order'],
  ] as const;
  const wanted = new Set(flags.filter(([flag]) => reading.boolean(flag)).map(([, tab]) => tab));
  const mailOrderIds = reading.ids('mail-order-ids');
  const pharmacyId = reading.text('pharmacy-id');
  if (!enableOrder) {
    for (const name of [...flags.map(([flag]) => flag), 'mail-order-ids', 'pharmacy-id'] as const) {
      const idle = name.startsWith('enable-') ? !reading.boolean(name) : !reading.isSet(name);
      if (!idle) reading.warnings.push(`${name}: this does nothing without enable-order.`);
    }
    return { enableOrder, tabs: [], mailOrderIds: [], pharmacyId: null };
  }
  if (mailOrderIds.length > 0) wanted.add('mail-order');
  if (wanted.size === 0 && pharmacyId === null) wanted.add('local-pickup');
  return {
    enableOrder,
    tabs: flags.map(([, tab]) => tab).filter((tab) => wanted.has(tab)),
    mailOrderIds,
    pharmacyId,
  };
}

function readWeight(reading: Reading): Pick<WorkflowConfig, 'weight' | 'weightWithoutUnit'> {
  const value = reading.number('weight');
  const typed = reading.text('weight-unit');
  const unit = typed === null ? null : lowerAscii(typed);
  if (unit !== null && unit !== 'lbs' && unit !== 'kg')
    reading.reportOf('weight-unit')('', 'write lbs or kg.');
  if (value === null) return { weight: null, weightWithoutUnit: null };
  if (unit !== 'lbs' && unit !== 'kg') {
    if (unit === null)
      reading.reportOf('weight-unit')(
        '',
        'a weight needs its unit, lbs or kg: none is assumed, and the weight is not used without.',
      );
    return { weight: null, weightWithoutUnit: value };
  }
  const kilograms = Number(value) * (unit === 'kg' ? 1 : 0.453_592_37);
  if (kilograms > ATTRIBUTE_LIMITS.weightKgMax) {
    reading.reportOf('weight')('', 'nobody is so heavy; check number and unit.');
    return { weight: null, weightWithoutUnit: null };
  }
  return { weight: { value, unit }, weightWithoutUnit: null };
}

/** Two codes fit on a prescription; when one is wrong none is used, because half a diagnosis misleads. */
function readDiagnoses(reading: Reading, json: JsonReaders | null): readonly DiagnosisValue[] {
  const entries = reading.entries('diagnosis-codes', json?.diagnosis, ATTRIBUTE_LIMITS.diagnosisCodesMax);
  const codes = entries.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return codes.length === entries.length
    ? codes.map((diagnosis) => ({ ...diagnosis, code: diagnosis.code.toUpperCase() }))
    : [];
}
