// Step 2 of a hook: who sends this, by a bearer key or a Standard Webhooks signature (H1).
import type { IncomingHttpHeaders } from 'node:http';
import {
  findBearers,
  findSigningKeys,
  type HookCredential,
  hashHookKey,
  openSigningKeys,
} from '../../directory/inside.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { NoteUse } from './key-uses.ts';
import { isSignedBy, isTimely } from './signature.ts';

export interface Sender {
  readonly credential: HookCredential;
  /** The pharmacy's or partner's id. */
  readonly id: string;
  readonly kind: 'pharmacy' | 'partner';
  /** `webhook-id`, where one was sent: the same on every attempt of one delivery. */
  readonly deliveryId: string | undefined;
}

export interface AuthenticateDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly findBearer: FindBearer;
  readonly noteUse: NoteUse;
}

/** Finds the owner of a bearer key that is valid now, by the key's hash. */
export type FindBearer = (keyHash: string) => Promise<HookCredential | undefined>;

/** Keys that come together are looked up by one statement. */
export function createFindBearer({ store, ports }: Pick<AuthenticateDeps, 'store' | 'ports'>): FindBearer {
  return gather({
    atATime: TRACKING_LIMITS.batchesAtATime,
    requestsMax: TRACKING_LIMITS.batchMax,
    run: async (keyHashes) => {
      const found = await findBearers(store, keyHashes, nowText(ports));
      return keyHashes.map((hash) => found.get(hash));
    },
  });
}

/** Stands in for an unknown key, so that a wrong key id takes as long as a wrong signature. */
const NO_SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const WEBHOOK_ID = new RegExp(`^[!-\\-/-~]{1,${TRACKING_LIMITS.webhookIdCharactersMax}}$`);

/** The sender. Throws UNAUTHENTICATED (401), always with the same words; a webhook-id that cannot be kept and a signed body that is not UTF-8 are MALFORMED. */
export async function authenticate(
  deps: AuthenticateDeps,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<Sender> {
  const deliveryId = one(headers['webhook-id']);
  const credential = isSigned(headers)
    ? await bySignature(deps, headers, body)
    : await byBearer(deps, headers);
  if (credential === undefined)
    throw new Failure('UNAUTHENTICATED', 'The credentials are missing, wrong or out of date.');
  const id = credential.pharmacyId ?? credential.partnerId;
  if (id === null) throw new Error('a hook credential without an owner');
  if (deliveryId !== undefined && !WEBHOOK_ID.test(deliveryId))
    throw new Failure(
      'MALFORMED',
      `The header webhook-id has 1 to ${TRACKING_LIMITS.webhookIdCharactersMax} visible characters and no dot.`,
    );
  deps.noteUse(credential.id);
  return { credential, id, kind: credential.pharmacyId === null ? 'partner' : 'pharmacy', deliveryId };
}

async function byBearer(
  { findBearer }: AuthenticateDeps,
  headers: IncomingHttpHeaders,
): Promise<HookCredential | undefined> {
  const key = bearerOf(headers);
  return key === undefined ? undefined : await findBearer(hashHookKey(key));
}

/** The bearer key that the call shows, if it shows one and no signature. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  if (isSigned(headers)) return undefined;
  const key = /^Bearer +([!-~]+) *$/i.exec(headers.authorization ?? '')?.[1];
  return key === undefined || key.length > TRACKING_LIMITS.credentialCharactersMax ? undefined : key;
}

function isSigned(headers: IncomingHttpHeaders): boolean {
  return headers['webhook-signature'] !== undefined || headers['webhook-key-id'] !== undefined;
}

async function bySignature(
  { store, ports }: AuthenticateDeps,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<HookCredential | undefined> {
  const id = one(headers['webhook-id']);
  const timestamp = one(headers['webhook-timestamp']);
  const signatures = one(headers['webhook-signature']);
  const keyId = one(headers['webhook-key-id']);
  if (id === undefined || timestamp === undefined || signatures === undefined || keyId === undefined)
    return undefined;
  if (keyId.length > TRACKING_LIMITS.credentialCharactersMax || keyId.includes('\0')) return undefined;
  const found = await store.asDoor((tx) => findSigningKeys(tx, keyId, nowText(ports)));
  const keys = await openSigningKeys(store, found);
  const delivery = { id, timestamp, signatures, body: textOf(body) };
  // Each key by itself: the name of a key is not unique over senders, and what signed decides whose it is.
  const signing = keys.filter((key) => isSignedBy(delivery, [key.secret]));
  if (keys.length === 0) isSignedBy(delivery, [NO_SECRET]);
  return isTimely(timestamp, ports.clock.now()) ? signing[0] : undefined;
}

/** A signature is over text. Throws MALFORMED for other bytes than UTF-8, which nobody here reads, whoever sent them. */
function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Failure('MALFORMED', 'The body is not valid UTF-8.');
  }
}

function one(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}
