// Puts into the audit trail which patients' records each method of a room shows and what it refuses, whichever interface called it. The types demand that a method which takes a caller says what it shows.

import type { AuditTrail, RecordKind, RecordRead } from './audit/inside.ts';
import type { Delivery, PharmacyRequestRecord } from './delivery/delivery.ts';
import type { Desk, DeskItem } from './desk/desk.ts';
import type { Directory } from './directory/directory.ts';
import type { Rooms } from './graphql/graphql.ts';
import type { Actor } from './kernel/actor.ts';
import type { ErrorCode } from './kernel/errors.ts';
import { Failure } from './kernel/errors.ts';
import type {
  DraftRow,
  FillRow,
  OrderRecord,
  Prescribing,
  PrescriptionRecord,
} from './prescribing/prescribing.ts';

/** What a method shows of patients' records: a read each time; a write only when it is a repetition, which leaves no entry of its own. */
type Shown<Result> =
  | { readonly on: 'read' | 'write'; readonly reads: (result: Result) => readonly RecordRead[] }
  | typeof NOTHING;

const NOTHING = { on: 'nothing' } as const;

/** Every method that takes a caller, with what it shows. */
type ShownBy<Room> = {
  readonly [Method in keyof Room as Room[Method] extends (...args: infer Args) => unknown
    ? Args extends readonly [Actor, ...unknown[]]
      ? Method
      : never
    : never]: Room[Method] extends (...args: never) => infer Result ? Shown<Awaited<Result>> : never;
};

const ofPatient =
  (record: RecordKind) =>
  ({ id }: { readonly id: string }): RecordRead => ({ record, patientId: id });
const ofDraft = ({ patient_id: patientId }: DraftRow): RecordRead => ({ record: 'draft', patientId });
const ofPrescription = ({ row }: PrescriptionRecord): RecordRead => ({
  record: 'prescription',
  patientId: row.patient_id,
});
const ofOrder = ({ order }: OrderRecord): RecordRead => ({
  record: 'order',
  patientId: order.patient_id,
  orderId: order.id,
});

/** One that names no patient of ours shows a patient all the same: the request stands for it. */
const ofRequest = ({ row }: PharmacyRequestRecord): RecordRead => ({
  record: 'pharmacy-request',
  ...(row.patient_id === null ? { requestId: row.id } : { patientId: row.patient_id }),
});
const ofFill = ({ order_id: orderId }: FillRow): RecordRead => ({ record: 'order', orderId });

const DIRECTORY: ShownBy<Directory> = {
  patient: { on: 'read', reads: (row) => [ofPatient('patient')(row)] },
  patientsById: { on: 'read', reads: (rows) => [...rows.values()].map(ofPatient('patient')) },
  searchPatients: { on: 'read', reads: ({ items }) => items.map(ofPatient('patient-list')) },
  createPatient: { on: 'write', reads: (row) => [ofPatient('patient')(row)] },
  updatePatient: { on: 'write', reads: (row) => [ofPatient('patient')(row)] },
  importPatientContext: { on: 'write', reads: ({ patient }) => [ofPatient('patient')(patient)] },
  pharmacy: NOTHING,
  pharmaciesById: NOTHING,
  pharmaciesNamed: NOTHING,
  electronicPharmacies: NOTHING,
  searchPharmacies: NOTHING,
  preferredAmong: NOTHING,
  scriptVersions: NOTHING,
  preferPharmacy: NOTHING,
};

const PRESCRIBING: ShownBy<Prescribing> = {
  createDraft: { on: 'write', reads: (draft) => [ofDraft(draft)] },
  updateDraft: { on: 'write', reads: (draft) => [ofDraft(draft)] },
  deleteDraft: NOTHING,
  prescribeAgain: { on: 'write', reads: (draft) => [ofDraft(draft)] },
  draft: { on: 'read', reads: (draft) => [ofDraft(draft)] },
  draftsByIds: { on: 'read', reads: (drafts) => [...drafts.values()].map(ofDraft) },
  drafts: { on: 'read', reads: (drafts) => drafts.map(ofDraft) },
  draftsWaiting: { on: 'read', reads: ({ items }) => items.map(ofDraft) },
  likelyDuplicates: {
    on: 'read',
    reads: (found) =>
      [...found.values()].flat().map(({ patientId }) => ({ record: 'prescription', patientId })),
  },
  coverageCheck: { on: 'read', reads: ({ patientId }) => [{ record: 'coverage', patientId }] },
  // It leaves an entry of its own for every draft that it shows, each time.
  reviewDrafts: NOTHING,
  // Signing is one statement, which does not tell a repetition from the first time here.
  createPrescriptions: { on: 'read', reads: (records) => records.map(ofPrescription) },
  prescription: { on: 'read', reads: (record) => [ofPrescription(record)] },
  prescriptions: { on: 'read', reads: ({ items }) => items.map(ofPrescription) },
  prescriptionsToSend: { on: 'read', reads: ({ items }) => items.map(ofPrescription) },
  prescriptionsByIds: { on: 'read', reads: (records) => [...records.values()].map(ofPrescription) },
  // One word about prescriptions that were read.
  sendObstacles: NOTHING,
  // What is shown of the patient: allergies and other drugs that speak against what is being written.
  screeningOf: { on: 'read', reads: ({ patientId }) => [{ record: 'prescription', patientId }] },
  // What is shown of the patient besides the prescriptions: allergies and other drugs that speak against them.
  screeningToSend: {
    on: 'read',
    reads: (found) => found.map(({ patientId }) => ({ record: 'prescription', patientId })),
  },
  // Part of a fill that is read by the methods above.
  sentScreenings: NOTHING,
  // States and times of prescriptions that are read by the methods above.
  latestFills: { on: 'read', reads: (fills) => [...fills.values()].map(ofFill) },
  // Part of a fill that is read by the methods above.
  cancelAnswerReason: NOTHING,
  discontinueAnswerReason: NOTHING,
  cancelAskReason: NOTHING,
  cancelDeclineReason: NOTHING,
  refillStopAskReason: NOTHING,
  refillStopDeclineReason: NOTHING,
  takenBy: NOTHING,
  pharmaciesUsed: {
    on: 'read',
    reads: (used) => [...used.keys()].map((patientId) => ({ record: 'order', patientId })),
  },
  // Counts, of no patient.
  stoppedAt: NOTHING,
  // The caller's own habits: of no patient.
  frequentTreatmentIds: NOTHING,
  // Ids and states of what the caller sends; the patient and the prescriptions of an order are read by the methods above.
  createOrder: NOTHING,
  combineOrder: NOTHING,
  combinableOrders: { on: 'read', reads: (records) => records.map(ofOrder) },
  order: { on: 'read', reads: (record) => [ofOrder(record)] },
  orders: { on: 'read', reads: ({ items }) => items.map(ofOrder) },
  ordersByIds: { on: 'read', reads: (records) => [...records.values()].map(ofOrder) },
  // Codes and ids; they are reached through an order.
  fillEvents: NOTHING,
  // Words about fills that were read.
  aroundFills: NOTHING,
};

const DELIVERY: ShownBy<Delivery> = {
  cancel: NOTHING,
  askForCancel: NOTHING,
  declineCancelRequest: NOTHING,
  askForNoMoreRefills: NOTHING,
  declineNoMoreRefills: NOTHING,
  recordPhonedIn: NOTHING,
  remindPatient: NOTHING,
  discontinueRefills: NOTHING,
  reroute: NOTHING,
  resend: NOTHING,
  reissue: NOTHING,
  // One word each about an order, a text or a fill that was read.
  invitations: NOTHING,
  texts: NOTHING,
  underWay: NOTHING,
  recallsOf: NOTHING,
  faxReasons: NOTHING,
  pharmacyRequests: { on: 'read', reads: ({ items }) => items.map(ofRequest) },
  pharmacyRequestsByIds: { on: 'read', reads: (records) => [...records.values()].map(ofRequest) },
  pharmacyRequest: { on: 'read', reads: (record) => [ofRequest(record)] },
  // It leaves an entry of its own, and shows nothing but the id that was sent.
  denyPharmacyRequest: NOTHING,
  transmissions: {
    on: 'read',
    reads: (records) =>
      [...records.values()].flat().map(({ row }) => ({ record: 'transmission', orderId: row.order_id })),
  },
};

const ofItem = ({ patientId, orderId, requestId }: DeskItem): RecordRead | undefined => {
  if (patientId !== null) return { record: 'order', patientId, ...(orderId !== null && { orderId }) };
  return requestId === null ? undefined : { record: 'pharmacy-request', requestId };
};
const ofItems = (items: readonly DeskItem[]): readonly RecordRead[] =>
  items.map(ofItem).filter((read) => read !== undefined);

const DESK: ShownBy<Desk> = {
  items: { on: 'read', reads: ({ items }) => ofItems(items) },
  // Numbers.
  figures: NOTHING,
  // Words about items that were read.
  notes: NOTHING,
  // Words about an order that was read.
  acts: NOTHING,
  lineActs: NOTHING,
  callInSheet: {
    on: 'read',
    reads: ({ patientId, orderId }) => [{ record: 'call-in-sheet', patientId, orderId }],
  },
  // Parts of fills that were read.
  questions: NOTHING,
  answer: NOTHING,
  take: { on: 'write', reads: ({ item }) => ofItems(item === null ? [] : [item]) },
  assign: { on: 'write', reads: ({ item }) => ofItems(item === null ? [] : [item]) },
  note: { on: 'write', reads: ({ item }) => ofItems(item === null ? [] : [item]) },
  close: { on: 'write', reads: ({ item }) => ofItems(item === null ? [] : [item]) },
  confirmNumber: { on: 'write', reads: ({ item }) => ofItems(item === null ? [] : [item]) },
};

/** Answers that are refusals of a permission. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FORBIDDEN',
  'STEP_UP_REQUIRED',
  'NOT_AUTHORIZED_TO_PRESCRIBE',
]);

/** The rooms as faces use them. `onError` is told of entries that could not be written where nobody waits for them. */
export function auditedRooms(rooms: Rooms, trail: AuditTrail, onError: (error: unknown) => void): Rooms {
  const audited = <Room extends object>(name: string, room: Room, shown: object = {}): Room =>
    auditedRoom({ trail, onError, name, shown: shown as Readonly<Record<string, Shown<unknown>>> }, room);
  return {
    ...rooms,
    identity: {
      ...audited('identity', rooms.identity),
      users: audited('identity.users', rooms.identity.users),
      applications: audited('identity.applications', rooms.identity.applications),
    },
    audit: audited('audit', rooms.audit),
    organization: audited('organization', rooms.organization),
    directory: audited('directory', rooms.directory, DIRECTORY),
    catalog: audited('catalog', rooms.catalog),
    coverage: audited('coverage', rooms.coverage),
    screening: audited('screening', rooms.screening),
    prescribing: audited('prescribing', rooms.prescribing, PRESCRIBING),
    routing: audited('routing', rooms.routing),
    delivery: audited('delivery', rooms.delivery, DELIVERY),
    desk: audited('desk', rooms.desk, DESK),
  };
}

interface RoomAudit {
  readonly trail: AuditTrail;
  readonly onError: (error: unknown) => void;
  readonly name: string;
  readonly shown: Readonly<Record<string, Shown<unknown>>>;
}

type Method = (...args: readonly unknown[]) => unknown;

function auditedRoom<Room extends object>(audit: RoomAudit, room: Room): Room {
  return Object.fromEntries(
    Object.entries(room).map(([name, member]: [string, unknown]) => [
      name,
      typeof member === 'function' ? auditedMethod(audit, name, member as Method) : member,
    ]),
  ) as Room;
}

function auditedMethod(audit: RoomAudit, name: string, method: Method): Method {
  const operation = `${audit.name}.${name}`;
  const shown = audit.shown[name] ?? NOTHING;
  return (...args) => {
    const [actor] = args;
    if (!isActor(actor)) return method(...args);
    try {
      const result = method(...args);
      return result instanceof Promise ? answered(audit, operation, shown, actor, result) : result;
    } catch (error) {
      if (isRefusal(error)) audit.trail.refused(actor, operation, error.code).catch(audit.onError);
      throw error;
    }
  };
}

async function answered(
  { trail }: RoomAudit,
  operation: string,
  shown: Shown<unknown>,
  actor: Actor,
  result: Promise<unknown>,
): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await result;
  } catch (error) {
    if (isRefusal(error)) await trail.refused(actor, operation, error.code);
    throw error;
  }
  if (shown.on === 'read') await trail.read(actor, shown.reads(answer));
  if (shown.on === 'write') await trail.answered(actor, shown.reads(answer));
  return answer;
}

function isActor(value: unknown): value is Actor {
  return (
    typeof value === 'object' &&
    value !== null &&
    'scopes' in value &&
    'kind' in value &&
    (value.kind === 'user' || value.kind === 'machine')
  );
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && REFUSALS.has(error.code);
}
