// What callers may do with patients: find, read, create and change them, each change written once with its audit entry.
import { isDate } from '@pestle/rules/dates';
import type { OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { type AuditActor, recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { searchWords } from '../../kernel/text.ts';
import { validate } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
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
  searchPatientRows,
  updatePatientRow,
} from './patient-rows.ts';
import { openPatient, type PatientContent } from './sealed-patients.ts';

export interface PatientUpdate {
  /** Service id or external id. */
  readonly id: string;
  /** The revision that the caller has seen; another one answers REVISION_CONFLICT. */
  readonly expectedRevision: number;
  readonly changes: PatientChanges;
}

export interface PatientSearch extends PageRequest {
  /** Beginnings of names in any order, and perhaps a date of birth (`1975-11-23` or `11/23/1975`). */
  readonly text?: string | null;
  readonly dateOfBirth?: string | null;
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
    updatePatient: async (actor, input, key) => {
      authorize(actor, 'patient.write');
      const { id } = await externalIdGuarded(() =>
        writeOnce(store, actor, key, async (tx) => ({
          id: await changePatient(tx, { ports, numberChanged }, actor, input),
        })),
      );
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

/** Who says now what the patient does not tolerate and takes; whoever says that nobody asked says nothing. */
function statements(
  set: Partial<PatientContent>,
  actor: AuditActor,
  at: string,
): Partial<Pick<PatientContent, 'allergies_stated' | 'medications_stated'>> {
  const by = actor.kind === 'user' ? actor.id : null;
  const said = (list: readonly unknown[] | null) => (list === null ? null : { at, by });
  return {
    ...(set.allergies === undefined ? {} : { allergies_stated: said(set.allergies) }),
    ...(set.medications === undefined ? {} : { medications_stated: said(set.medications) }),
  };
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

async function searchPatients(store: Store, actor: Actor, search: PatientSearch): Promise<Page<PatientRow>> {
  const size = pageSize(search);
  const { words, dateOfBirth } = readSearch(search);
  return await store.withOrg(actor.orgId, async (tx) => {
    const keys = keysOf(tx);
    const cursors = cursorsOf(keys, ['patients', words, dateOfBirth]);
    const [after] = readCursor(search, cursors, ['string']) ?? [];
    const rows = await searchPatientRows(tx, actor.orgId, {
      wordBeginnings: words,
      dateOfBirth,
      after,
      limit: size + 1,
    });
    return pageOf(
      rows,
      size,
      cursors,
      (row) => [row.id],
      (row) => openPatient(keys, row),
    );
  });
}

/** The ids of the newest patients whom `text` finds as in a search for patients, or whose external id it is. Throws INVALID_INPUT. */
export async function patientIdsFound(
  tx: Tx,
  orgId: OrganizationId,
  text: string,
  limit: number,
): Promise<readonly PatientId[]> {
  const { words: wordBeginnings, dateOfBirth } = readSearch({ text });
  const exact = await findPatient(tx, orgId, text);
  if (wordBeginnings.length === 0 && dateOfBirth === null) return exact === undefined ? [] : [exact.id];
  const rows = await searchPatientRows(tx, orgId, { wordBeginnings, dateOfBirth, after: undefined, limit });
  return [...new Set([...(exact === undefined ? [] : [exact.id]), ...rows.map(({ id }) => id)])];
}

const US_DATE = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/;
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/;

function readSearch(search: PatientSearch): { words: readonly string[]; dateOfBirth: string | null } {
  const text = search.text ?? '';
  if (text.length > LIMITS.searchTextCharactersMax) {
    const message = `Type at most ${LIMITS.searchTextCharactersMax} characters.`;
    throw invalidInput([{ path: 'text', code: 'TOO_LONG', message }]);
  }
  const typed = typedDate(text);
  const dateOfBirth = search.dateOfBirth ?? typed?.date ?? null;
  if (dateOfBirth !== null && !isDate(dateOfBirth)) {
    const message = 'Write a day of the calendar as YYYY-MM-DD.';
    throw invalidInput([{ path: 'dateOfBirth', code: 'INVALID', message }]);
  }
  const words = searchWords(typed?.rest ?? text).slice(0, LIMITS.searchWordsMax);
  return { words, dateOfBirth };
}

/** A whole date among what was typed, and the rest. */
function typedDate(text: string): { date: string; rest: string } | undefined {
  const iso = ISO_DATE.exec(text)?.[0];
  if (iso !== undefined) return { date: iso, rest: text.replace(iso, ' ') };
  const [whole, month = '', day = '', year = ''] = US_DATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return {
    date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    rest: text.replace(whole, ' '),
  };
}
