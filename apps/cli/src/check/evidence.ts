// Owns what the independent check looks at: what the host was told, what arrived at the pharmacies, and what the store says.

/** One line of the pharmacies' own log. The words are theirs; they know nothing of the service's store. */
export interface ArrivalEvidence {
  /** Order of arrival over all pharmacies. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Null for a fax to a number that the simulation does not know. */
  readonly pharmacyId: string | null;
  readonly channel: 'script' | 'partner' | 'api' | 'fax';
  readonly kind:
    | 'NewRx'
    | 'CancelRx'
    | 'RxRenewalResponse'
    | 'RxChangeResponse'
    | 'api-order'
    | 'api-cancel'
    | 'fax'
    | 'fax-cancel'
    | 'fax-discontinue'
    | 'unreadable';
  readonly messageId: string | null;
  readonly prescriberOrderNumber: string | null;
  readonly relatesToMessageId?: string;
  readonly faxId?: string;
  readonly faxTo?: string;
  /** SHA-256 of the exact bytes, in hex. */
  readonly bytesSha256: string;
  /** Taken in with this arrival. */
  readonly accepted: boolean;
  readonly answered: string;
  /** Why the pharmacy did what it did; not judged. */
  readonly behaviour?: string;
  /** A positive answer was sent. */
  readonly acknowledged: boolean;
}

/** What the host was answered to `createOrder`: one line for every answer, a repeated one included. */
export interface OrderAcknowledgement {
  readonly operation: 'createOrder';
  readonly organizationId: string;
  readonly idempotencyKey: string;
  readonly requestedAt: string;
  readonly answeredAt: string;
  readonly orderId: string;
  readonly fills: readonly {
    readonly fillId: string;
    readonly prescriptionId: string;
    /** SHA-256 of what the prescriber saw and signed, as the review gave it. */
    readonly contentHash: string;
  }[];
}

/** What the host was answered to `cancelOrder`. */
export interface CancelAcknowledgement {
  readonly operation: 'cancelOrder';
  readonly organizationId: string;
  readonly requestedAt: string;
  readonly answeredAt: string;
  readonly orderId: string;
  readonly results: readonly { readonly fillId: string; readonly outcome: string }[];
}

export type Acknowledgement = OrderAcknowledgement | CancelAcknowledgement;

/** Ids that answers of the API (or of the status hook) held, with whose they may be. */
export interface SeenIds {
  /** The organization of the caller that got the answers. */
  readonly organizationId: string;
  readonly ids: ReadonlySet<string>;
}

export interface OrderFact {
  readonly organizationId: string;
  readonly id: string;
  readonly state: string;
  readonly hasPharmacy: boolean;
}

export interface FillFact {
  readonly organizationId: string;
  readonly id: string;
  readonly orderId: string;
  readonly prescriptionId: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly stateOwner: string | null;
  readonly pharmacyId: string | null;
  readonly prescriberOrderNumber: string | null;
  readonly cancelRequestedAt: string | null;
  readonly revision: number;
}

export interface EventFact {
  readonly fillId: string;
  readonly number: number;
  readonly event: string;
  readonly fromState: string | null;
  readonly toState: string;
  readonly source: string;
  /** The database's number of the transaction that wrote it. */
  readonly transaction: string;
}

/** An entry of the audit trail; reads of records are left out. */
export interface EntryFact {
  readonly transaction: string;
  readonly action: string;
  readonly subjectId: string;
  /** Which attempt of its subject; null for what is about no attempt. */
  readonly attempt: string | null;
  /** It says that the attempt was ended for a worker that had not. */
  readonly cutOff: boolean;
}

export interface PrescriptionFact {
  readonly id: string;
  readonly contentHash: string;
  /** The signed record, word for word. */
  readonly content: unknown;
}

export interface TransmissionFact {
  readonly id: string;
  readonly fillId: string;
  readonly pharmacyId: string;
  readonly pharmacyFax: string | null;
  readonly kind: string;
  readonly channel: string;
  readonly messageId: string;
  readonly prescriberOrderNumber: string;
  readonly state: string;
  /** SHA-256 of the stored bytes, in hex; null for a fax and for what has not been tried. */
  readonly bodySha256: string | null;
  /** When the pharmacy took its acceptance back by an asynchronous Error. */
  readonly withdrawnAt: string | null;
  /** What one attempt may take, by the pharmacy's settings. */
  readonly timeoutMs: number;
}

export interface AttemptFact {
  readonly transmissionId: string;
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
}

/** The store as its owner sees it, over all organizations. */
export interface StoreFacts {
  readonly orders: readonly OrderFact[];
  readonly fills: readonly FillFact[];
  readonly events: readonly EventFact[];
  readonly entries: readonly EntryFact[];
  readonly prescriptions: readonly PrescriptionFact[];
  readonly transmissions: readonly TransmissionFact[];
  readonly attempts: readonly AttemptFact[];
  /** Fills for which something still waits to leave. */
  readonly waitingFillIds: ReadonlySet<string>;
  /** The organization of every row that has an id. */
  readonly ownerOf: ReadonlyMap<string, string>;
}

export interface Evidence {
  readonly store: StoreFacts;
  readonly arrivals: readonly ArrivalEvidence[];
  /** When the fax machine got each fax, by fax id: a fax has left by then. */
  readonly faxHandedOverAt: ReadonlyMap<string, string>;
  readonly acknowledgements: readonly Acknowledgement[];
  readonly seen: readonly SeenIds[];
}

/** What is broken, in ids and codes: no health information. */
export interface Violation {
  readonly what: string;
  readonly ids: readonly string[];
}

export const INVARIANTS = {
  I1: 'Every acknowledged order exists, with the exact content that was signed.',
  I2: 'Every acknowledged order is confirmed electronically, faxed, canceled, or visibly stuck with an owner.',
  I3: 'A pharmacy that recognizes a MessageID dispenses each prescription at most once.',
  I4: 'Nothing is sent after an acknowledged cancel, and no cancel before its prescription.',
  I5: 'A MessageID is unique, and a retry sends the same bytes.',
  I6: 'States move along legal edges only, and the history has no gaps.',
  I7: 'Every change of a state has exactly one entry in the audit trail.',
  I8: 'No row of another organization is in any answer.',
  I10: 'No fax leaves while an electronic acceptance by that pharmacy stands.',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** One invariant's judgement: how many things were looked at, and what is broken. */
export interface Finding {
  readonly invariant: Invariant;
  readonly examined: number;
  readonly violations: readonly Violation[];
}
