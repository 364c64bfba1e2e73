// The entries of what changes nothing: records that were read and acts that were refused. They are committed before the answer leaves.
import type { Actor, Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { createEntryWriter } from './entry-writer.ts';
import type { AuditRow } from './record.ts';
import { auditRow, hasActed } from './record.ts';

/** What of a patient's record was shown. */
export type RecordKind =
  | 'patient'
  | 'patient-list'
  | 'draft'
  | 'coverage'
  | 'prescription'
  | 'order'
  | 'transmission'
  | 'pharmacy-request'
  | 'call-in-sheet';

/** A record that is about to be shown: whose it is, or, where only that is known, which order it belongs to. */
export interface RecordRead {
  readonly record: RecordKind;
  readonly patientId?: string;
  readonly orderId?: string;
  /** Of a pharmacy's request about nobody whom the practice knows. */
  readonly requestId?: string;
}

export interface AuditTrail {
  /** Opens a request of the network: what is noted for it waits for `settle`. Every face that opens one must settle it. */
  open(address: string, requestId: string): Origin;
  /** Notes reads. Without an open request they are committed when this resolves. */
  read(actor: Actor, reads: readonly RecordRead[]): Promise<void>;
  /** Notes what a write of the network answers with: nothing when it left an entry of its own, as every write but a repeated one does. */
  answered(actor: Actor, reads: readonly RecordRead[]): Promise<void>;
  /** Notes a refusal; `operation` is a name of ours, such as `directory.patient`. */
  refused(actor: Actor, operation: string, code: string): Promise<void>;
  /**
   * Commits what was noted for the request: one entry for each patient, all in one statement. Only then may the answer leave.
   * Rejects when they could not be written: then nothing may be shown.
   */
  settle(origin: Origin): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export function createAuditTrail({
  store,
  ports,
}: {
  readonly store: Store;
  readonly ports: Ports;
}): AuditTrail {
  const writer = createEntryWriter(store);
  const open = new WeakMap<Origin, RequestNotes>();
  const noted = (actor: Actor): { notes: RequestNotes; settleNow: () => Promise<void> } => {
    const known = actor.origin === undefined ? undefined : open.get(actor.origin);
    if (known !== undefined) return { notes: known, settleNow: async () => undefined };
    const notes = createNotes();
    return { notes, settleNow: () => writer.write(notes.rows(ports)) };
  };
  const read: AuditTrail['read'] = async (actor, reads) => {
    if (reads.length === 0) return;
    const { notes, settleNow } = noted(actor);
    notes.read(actor, reads);
    await settleNow();
  };
  return {
    open: (address, requestId) => {
      const origin = { address, requestId };
      open.set(origin, createNotes());
      return origin;
    },
    read,
    answered: async (actor, reads) => {
      if (actor.origin !== undefined && !hasActed(actor.origin)) await read(actor, reads);
    },
    refused: async (actor, operation, code) => {
      const { notes, settleNow } = noted(actor);
      notes.refused(actor, operation, code);
      await settleNow();
    },
    settle: async (origin) => {
      const notes = open.get(origin);
      if (notes === undefined) return;
      open.set(origin, createNotes());
      await writer.write(notes.rows(ports));
    },
    close: () => writer.settle(),
  };
}

/** What one request did. */
interface RequestNotes {
  read(actor: Actor, reads: readonly RecordRead[]): void;
  refused(actor: Actor, operation: string, code: string): void;
  rows(ports: Ports): AuditRow[];
}

function createNotes(): RequestNotes {
  let reader: Actor | undefined;
  const reads: RecordRead[] = [];
  const refusals = new Map<string, { actor: Actor; operation: string; code: string }>();
  return {
    read: (actor, more) => {
      reader = actor;
      reads.push(...more);
    },
    refused: (actor, operation, code) => {
      refusals.set(`${operation} ${code}`, { actor, operation, code });
    },
    rows: (ports) => [
      ...(reader === undefined ? [] : readRows(ports, reader, reads)),
      ...[...refusals.values()].map(({ actor, operation, code }) =>
        auditRow(ports, {
          orgId: actor.orgId,
          actor,
          action: 'access.refuse',
          subject: { kind: 'operation', id: operation },
          outcome: 'refused',
          detail: { code },
        }),
      ),
    ],
  };
}

/** One entry for each patient, which names the kinds of records that were shown. */
function readRows(ports: Ports, actor: Actor, reads: readonly RecordRead[]): AuditRow[] {
  const patientOfOrder = new Map(
    reads.flatMap(({ orderId, patientId }) =>
      orderId === undefined || patientId === undefined ? [] : [[orderId, patientId] as const],
    ),
  );
  const subjects = new Map<
    string,
    { kind: 'patient' | 'order' | 'pharmacy-request'; records: Set<RecordKind> }
  >();
  for (const { record, orderId, patientId, requestId } of reads) {
    const patient = patientId ?? patientOfOrder.get(orderId ?? '');
    const id = patient ?? orderId ?? requestId;
    if (id === undefined) continue;
    const kind = patient !== undefined ? 'patient' : orderId !== undefined ? 'order' : 'pharmacy-request';
    const subject = subjects.get(id) ?? { kind, records: new Set() };
    subject.records.add(record);
    subjects.set(id, subject);
  }
  return [...subjects].map(([id, { kind, records }]) =>
    auditRow(ports, {
      orgId: actor.orgId,
      actor,
      action: `${kind}.read`,
      subject: { kind, id },
      detail: { records: [...records].toSorted().join(' ') },
    }),
  );
}
