// What every resolver gets: who asks, the rooms, and the means to write once and to load lists without N+1 queries.
import DataLoader from 'dataloader';
import type { WriteKey } from '../audit/audit.ts';
import { type AuditReports, writeKey } from '../audit/audit.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Desk } from '../desk/desk.ts';
import type { Directory, PharmacyRow } from '../directory/directory.ts';
import type { Identity } from '../identity/identity.ts';
import type { Actor } from '../kernel/actor.ts';
import { Failure } from '../kernel/errors.ts';
import type { Organizations } from '../organization/organization.ts';
import type { Prescribing } from '../prescribing/prescribing.ts';
import type { Routing } from '../routing/routing.ts';
import type { Screening } from '../screening/screening.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { canonicalJson } from './canonical.ts';
import type { Me } from './who-is.ts';

export interface Rooms {
  readonly audit: AuditReports;
  readonly organization: Organizations;
  readonly identity: Identity;
  readonly directory: Directory;
  readonly catalog: Catalog;
  readonly coverage: Coverage;
  readonly screening: Pick<
    Screening,
    'allergens' | 'countedRules' | 'service' | 'setService' | 'removeService' | 'serviceAdministration'
  >;
  readonly prescribing: Prescribing;
  readonly routing: Routing;
  readonly delivery: Delivery;
  readonly desk: Desk;
  readonly tracking: Tracking;
  readonly whoIs: (actor: Actor) => Promise<Me>;
}

/** One per request, so that what is loaded for one caller never reaches another. */
export interface GraphContext {
  /** Proven by the access token before GraphQL runs; `/graphql` answers nobody else. */
  readonly actor: Actor;
  readonly rooms: Rooms;
  /** From the header `Idempotency-Key`; null when there was none. */
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly ip: string;
  /** Ends when whoever asked has gone: for what only they wait for. */
  readonly disconnected?: AbortSignal;
}

/**
 * Runs a mutation's room call with the caller and the key that makes it repeatable. `args` are all arguments of the
 * mutation as the resolver got them. Throws IDEMPOTENCY_KEY_REQUIRED when the request has no key (X4).
 */
export function write<T>(
  context: GraphContext,
  operation: string,
  args: unknown,
  work: (actor: Actor, key: WriteKey) => Promise<T>,
): Promise<T> {
  if (context.idempotencyKey === null) {
    throw new Failure(
      'IDEMPOTENCY_KEY_REQUIRED',
      'Send the header Idempotency-Key with a value of your own for this write, and the same value when you repeat it.',
    );
  }
  // Canonical, so that the order in which a caller writes the members of an object does not matter.
  return work(context.actor, writeKey(context.idempotencyKey, operation, canonicalJson(args)));
}

const loaders = new WeakMap<GraphContext, Map<string, DataLoader<string, unknown>>>();

/**
 * Loads one of many records that the fields of a list ask for: all asked in one tick are fetched by one `batch`, which
 * gets distinct keys and answers a map. A key that is missing in the map gives null.
 */
export async function loadOne<T>(
  context: GraphContext,
  name: string,
  key: string,
  batch: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<T | null> {
  let own = loaders.get(context);
  if (own === undefined) loaders.set(context, (own = new Map()));
  let loader = own.get(name) as DataLoader<string, T | null> | undefined;
  if (loader === undefined) {
    loader = new DataLoader<string, T | null>(async (keys) => {
      const found = await batch(keys);
      return keys.map((one) => found.get(one) ?? null);
    });
    own.set(name, loader);
  }
  return loader.load(key);
}

/** A pharmacy of the network by id; null without one. */
export async function loadPharmacy(context: GraphContext, id: string | null): Promise<PharmacyRow | null> {
  if (id === null) return null;
  return await loadOne(context, 'pharmacy', id, (ids) =>
    context.rooms.directory.pharmaciesById(context.actor, ids),
  );
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** An input object without the keys that were not sent, so that rooms see absent as absent; null stays (it clears a value). */
export function present<T extends object>(input: T): Present<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Present<T>;
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined | null> };

/** An input object without the keys that were not sent or are null, for creations, where both mean "none". */
export function given<T extends object>(input: T): Given<T> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  ) as Given<T>;
}

/**
 * An input object for a room that checks it again itself: keys that were not sent are gone, null at the top stays (it
 * clears), null inside nested objects means that a part is left out.
 */
export function checkedByRoom<Input extends object>(
  input: { readonly [Key in keyof Input]?: unknown },
): Input {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, withoutNulls(value)]),
  ) as Input;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
}
