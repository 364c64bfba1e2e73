// What callers may do with patients: find (`patient-search.ts`), read, create and change them, each change written once with its audit entry.
import type { OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { type AuditActor, recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { type ImportedContext, importOwnContext, type PatientContextInput } from '../fhir/import-context.ts';
import { findPharmacy } from '../pharmacy/pharmacy-rows.ts';
import type { PatientRow } from '../tables.ts';
import {
  columnsOf,
  type NewPatient,
  nameWordsOf,
  newPatientSchema,
  type PatientChanges,
  patientChangesSchema,
  wholePatientProblems,
} from './patient-input.ts';
import {
  findPatient,
  findPatients,
  insertPatient,
  lockPatient,
  replaceTokens,
  updatePatientRow,
} from './patient-rows.ts';
import { type PatientSearch, searchPatients } from './patient-search.ts';
import type { PatientContent } from './sealed-patients.ts';
import { statements } from './statements.ts';

export interface PatientUpdate {
  /** Service id or external id. */
  readonly id: string;
  /** The revision that the caller has seen; another one answers REVISION_CONFLICT. */
  readonly expectedRevision: number;
  readonly changes: PatientChanges;
}

export interface Patients {
  /** By service id or external id. Throws NOT_FOUND, also for another organization's patient. */
  patient(actor: Actor, id: string): Promise<PatientRow>;
  /** Those that exist here, by service id; for lists that name patients. */
  patientsById(actor: Actor, ids: readonly string[]): Promise<Map<string, PatientRow>>;
  /** All patients, or those found, the newest first. */
  searchPatients(actor: Actor, search: PatientSearch): Promise<Page<PatientRow>>;
  createPatient(actor: Actor, input: NewPatient, key: WriteKey): Promise<PatientRow>;
  updatePatient(actor: Actor, input: PatientUpdate, key: WriteKey): Promise<PatientRow>;
  /** Adds what a FHIR R4 bundle says of allergies and medicines; nothing on record is taken away. */
  importPatientContext(actor: Actor, input: PatientContextInput, key: WriteKey): Promise<ImportedContext>;
}

/** Takes part in the transaction in which a patient gets another telephone number, or loses the one they had. */
export type NumberChanged = (
  tx: Tx,
  change: {
    readonly orgId: OrganizationId;
    readonly patientId: PatientId;
    readonly phone: string | null;
    readonly at: string;
  },
) => Promise<void>;

export function createPatients(
  store: Store,
  ports: Ports,
  numberChanged: NumberChanged = async () => undefined,
): Patients {
  const read = (actor: Actor, id: string): Promise<PatientRow> =>
    store.withOrg(actor.orgId, async (tx) => {
      const row = await findPatient(tx, actor.orgId, id);
      if (row === undefined) throw notFound('patient');
      return row;
    });
  const change = (actor: Actor, input: PatientUpdate, key: WriteKey): Promise<{ id: PatientId }> =>
    externalIdGuarded(() =>
      writeOnce(store, actor, key, async (tx) => ({
        id: await changePatient(tx, { ports, numberChanged }, actor, input),
      })),
    );
  return {
    patient: async (actor, id) => {
      authorize(actor, 'patient.read');
      return read(actor, id);
    },
    patientsById: async (actor, ids) => {
      authorize(actor, 'patient.read');
      return store.withOrg(actor.orgId, (tx) =>
        findPatients(
          tx,
          actor.orgId,
          ids.filter((id) => isId('pat', id)),
        ),
      );
    },
    searchPatients: async (actor, search) => {
      authorize(actor, 'patient.read');
      return searchPatients(store, actor, search);
    },
    createPatient: async (actor, input, key) => {
      authorize(actor, 'patient.write');
      const { id } = await externalIdGuarded(() =>
        writeOnce(store, actor, key, async (tx) => ({
          id: await addPatient(tx, ports, { orgId: actor.orgId, actor, input }),
        })),
      );
      return read(actor, id);
    },
    importPatientContext: async (actor, input, key) => {
      authorize(actor, 'patient.write');
      return await importOwnContext(
        (id) => read(actor, id),
        input,
        (one) => change(actor, one, key),
      );
    },
    updatePatient: async (actor, input, key) => {
      authorize(actor, 'patient.write');
      const { id } = await change(actor, input, key);
      return read(actor, id);
    },
  };
}

export interface PatientAddition {
  readonly orgId: OrganizationId;
  readonly actor: AuditActor;
  readonly input: NewPatient;
  /** For seeds, whose ids are in their docs; otherwise a new id is made. */
  readonly id?: PatientId;
}

/** Checks and inserts a patient in the caller's transaction, with its audit entry. Throws INVALID_INPUT. */
export async function addPatient(tx: Tx, ports: Ports, addition: PatientAddition): Promise<PatientId> {
  const { orgId, actor, id = makeId(ports, 'pat') } = addition;
  const set = columnsOf(validate(newPatientSchema, addition.input));
  Object.assign(set, statements(set, actor, nowText(ports)));
  const row = { ...EMPTY, ...set, org_id: orgId, id } as PatientContent;
  await checkWhole(tx, ports, orgId, row);
  await insertPatient(tx, row, nameWordsOf(row));
  await recordAudit(tx, ports, { orgId, actor, action: 'patient.create', subject: { kind: 'patient', id } });
  return id;
}

/** Every column that may be empty, as it is for a patient of whom nothing more is known. */
const EMPTY = {
  external_id: null,
  middle_name: null,
  suffix: null,
  gender: null,
  phone: null,
  email: null,
  language: null,
  street1: null,
  street2: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  deceased: false,
  deceased_on: null,
  weight: null,
  weight_unit: null,
  weight_on: null,
  allergies: null,
  allergies_stated: null,
  medications: null,
  medications_stated: null,
  benefits: [],
  preferred_pharmacy_id: null,
} as const;

async function changePatient(
  tx: Tx,
  { ports, numberChanged }: { readonly ports: Ports; readonly numberChanged: NumberChanged },
  actor: Actor,
  input: PatientUpdate,
): Promise<PatientId> {
  const { orgId } = actor;
  const changes = validate(patientChangesSchema, input.changes);
  const found = await findPatient(tx, orgId, input.id);
  const current = found === undefined ? undefined : await lockPatient(tx, orgId, found.id);
  if (current === undefined) throw notFound('patient');
  if (current.revision !== input.expectedRevision) {
    throw new Failure(
      'REVISION_CONFLICT',
      'Somebody else changed this patient since you read it. Read it again and make your change to that.',
    );
  }
  const set = columnsOf(changes);
  Object.assign(set, statements(set, actor, nowText(ports)));
  const whole: PatientContent = { ...current, ...set };
  await checkWhole(tx, ports, orgId, whole, current);
  const foundBy = ['first_name', 'middle_name', 'last_name', 'date_of_birth'];
  if (foundBy.some((column) => column in set)) await replaceTokens(tx, whole, nameWordsOf(whole));
  const revision = await updatePatientRow(tx, whole);
  if (whole.phone !== current.phone)
    await numberChanged(tx, { orgId, patientId: current.id, phone: whole.phone, at: nowText(ports) });
  await recordAudit(tx, ports, {
    orgId,
    actor,
    action: 'patient.update',
    subject: { kind: 'patient', id: current.id },
    detail: { revision, fields: Object.keys(changes).toSorted().join(',') },
  });
  return current.id;
}

async function checkWhole(
  tx: Tx,
  ports: Ports,
  orgId: string,
  row: PatientContent,
  before?: PatientContent,
): Promise<void> {
  const organization = await findOrganization(tx, orgId);
  const problems = [...wholePatientProblems(row, organization.time_zone, ports.clock.now())];
  const { preferred_pharmacy_id: pharmacyId } = row;
  if (pharmacyId !== null && pharmacyId !== before?.preferred_pharmacy_id) {
    const pharmacy = await findPharmacy(tx, pharmacyId);
    if (pharmacy === undefined || !pharmacy.active) {
      problems.push({
        path: 'preferredPharmacyId',
        code: 'NOT_FOUND',
        message: 'There is no such pharmacy.',
      });
    }
  }
  if (problems.length > 0) throw invalidInput(problems);
}

async function externalIdGuarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken =
      sqlState(error) === SQLSTATE.uniqueViolation && violatedConstraint(error) === 'patient_external_id';
    if (!taken) throw error;
    throw new Failure(
      'EXTERNAL_ID_TAKEN',
      'Another patient of this organization has this external id. Look that patient up, or use another id.',
    );
  }
}
