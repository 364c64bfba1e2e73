// What the room `prescribing` is given: its store, the ports, and the one question it asks `identity`.
import type { FillId, OrderId, OrganizationId, PharmacyId, PrescriptionId } from '@pestle/rules/ids';
import type { RawBuilder } from 'kysely';
import type { Coverage } from '../coverage/coverage.ts';
import type { Directory } from '../directory/directory.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Departure } from '../outbox/outbox.ts';
import type { Screening } from '../screening/screening.ts';
import type { Store, Tx } from '../store/store.ts';
import type { ActDeps } from './acts.ts';
import type { PostalAddress } from './clinical-content.ts';

export interface PrescribingDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** Step-up: throws STEP_UP_REQUIRED when the person must prove again who they are before signing (A2, W4). */
  readonly requireFreshProof: (actor: Actor) => void;
  /** The orders of an organization that are in a recall which lasts: they need attention, too. */
  readonly recalledOrders: (tx: Tx, orgId: OrganizationId) => RawBuilder<OrderId>;
  /** What patients' plans pay. */
  readonly coverage: Pick<Coverage, 'ask'>;
  /** What speaks against a drug for a patient. */
  readonly screening: Pick<
    Screening,
    'ask' | 'askWithin' | 'asksElsewhere' | 'isUsed' | 'tellOverridden' | 'untold'
  >;
  /** For the terms of a pharmacy where none is chosen yet. */
  readonly pharmaciesNear: Directory['pharmaciesForPublic'];
  /** Told after commit that something waits in these lanes, so that it leaves at once. */
  readonly departures: (rows: readonly SignedDeparture[]) => void;
  /** Told after a draft was made from a search: how many other treatments were taken before the one that it has. */
  readonly countPicks: (replaced: number) => void;
}

/** What leaves, handed on by the signing that wrote it. */
export interface SignedDeparture extends Departure {
  /** What was just signed and written with it, so that its first attempt need not read that again. */
  readonly signed?: SignedFill;
}

/** A fill as it begins, with what was signed for it, still sealed. */
export interface SignedFill {
  readonly fillId: FillId;
  readonly orderId: OrderId;
  readonly prescriberOrderNumber: string;
  readonly prescriptionId: PrescriptionId;
  /** ISO 8601. */
  readonly writtenAt: string;
  /** `YYYY-MM-DD`. */
  readonly expirationDate: string;
  readonly signableId: string;
  /** Of the signer's row, as it was compared with the one that was judged. */
  readonly signerRevision: number;
  readonly sealed: Uint8Array;
  readonly address: PostalAddress | null;
  readonly pharmacyId: PharmacyId;
  /** Changes with the pharmacy, its endpoint and its partner. */
  readonly pharmacyVersion: string;
}
