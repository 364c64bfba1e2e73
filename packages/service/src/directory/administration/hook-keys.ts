// Keys by which a pharmacy or a partner reports to the status hook, as operators make, list and end them: a key is shown once, and each act leaves an entry in the network's trail.
import { type Id, isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { operatorName, recordNetworkAct } from '../../audit/inside.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import { networkKeysFor, type OrgKeys } from '../../vault/vault.ts';
import { hashHookKey } from '../credentials/hook-credentials.ts';
import { openHookSecret } from '../credentials/sealed-credentials.ts';
import { derivedId } from '../derived-id.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import { instant } from '../maintenance/window-input.ts';
import type { DirectoryTables } from '../tables.ts';
import { addHookCredential } from './administration.ts';
import type { HookCredentialInput } from './administration-input.ts';

/** A key as operators see it. The key itself cannot be shown again. */
export interface HookKey {
  /** `hkc_…` */
  readonly id: string;
  readonly kind: 'bearer' | 'standard-webhooks';
  /** What a signed report names its secret by (`webhook-key-id`); null for a bearer key. */
  readonly keyId: string | null;
  /** The first characters of its SHA-256, in hex: enough to tell keys apart. */
  readonly fingerprint: string;
  readonly from: string;
  readonly until: string | null;
  readonly state: 'coming' | 'valid' | 'over';
}

export interface HookKeyAdministration {
  /** The keys of a pharmacy or partner, the latest first. Throws NOT_FOUND. */
  list(ownerId: string): Promise<readonly HookKey[]>;
  /**
   * Makes a key by chance, or takes the one that is given; the same one again changes nothing. `secret` is what to show this once, null for a
   * given key. Those that are there stay valid. The same `request` of the same operator again makes no second key, and answers the first one
   * without its secret. Throws INVALID_INPUT, NOT_FOUND, IDEMPOTENCY_KEY_REUSED for a request that was another one.
   */
  add(input: AddHookKeyInput): Promise<{
    readonly key: HookKey;
    readonly secret: string | null;
    readonly added: boolean;
  }>;
  /** Ends a key of the owner at a moment, now when left out. One that is over stays over. Throws INVALID_INPUT, NOT_FOUND. */
  end(input: EndHookKeyInput): Promise<{ readonly key: HookKey; readonly changed: boolean }>;
}

/** What stands for this one write of a key that is made by chance; without it each makes another key. */
const request = v.optional(v.pipe(v.string(), v.maxLength(LIMITS.requestNameCharactersMax)));

const addSchema = v.variant('kind', [
  v.strictObject({
    ownerId: v.string(),
    kind: v.literal('bearer'),
    /** By chance when left out. */
    key: v.optional(v.string()),
    request,
    by: operatorName,
  }),
  v.strictObject({ ownerId: v.string(), kind: v.literal('standard-webhooks'), request, by: operatorName }),
]);

const endSchema = v.strictObject({
  ownerId: v.string(),
  id: v.string(),
  at: v.optional(instant),
  by: operatorName,
});

export type AddHookKeyInput = v.InferInput<typeof addSchema>;
export type EndHookKeyInput = v.InferInput<typeof endSchema>;

export function createHookKeyAdministration(store: Store, ports: Ports): HookKeyAdministration {
  return {
    list: async (ownerId) => {
      const network = await networkKeysFor(store);
      return await store.asKeeper(async (tx) =>
        keysOf(tx, network, await requireOwner(tx, ownerId), nowText(ports)),
      );
    },
    add: (input) => addKey(store, ports, input),
    end: (input) => endKey(store, ports, input),
  };
}

/** Whose keys: one of the two columns. */
type Owner = { readonly pharmacyId: `phr_${string}` } | { readonly partnerId: `ptn_${string}` };

/** Throws NOT_FOUND. */
async function requireOwner(tx: Tx, id: string, lock?: 'lock'): Promise<Owner> {
  const tables = tx.withTables<DirectoryTables>();
  const exists = async (table: 'pharmacy' | 'partner'): Promise<boolean> => {
    const row = tables
      .selectFrom(table)
      .select('id')
      .where('id', '=', id as never);
    return (await (lock === undefined ? row : row.forUpdate()).executeTakeFirst()) !== undefined;
  };
  if (isId('phr', id) && (await exists('pharmacy'))) return { pharmacyId: id };
  if (isId('ptn', id) && (await exists('partner'))) return { partnerId: id };
  throw notFound(isId('ptn', id) ? 'partner' : 'pharmacy');
}

async function keysOf(tx: Tx, network: OrgKeys, owner: Owner, now: string): Promise<readonly HookKey[]> {
  const query = tx.withTables<DirectoryTables>().selectFrom('hook_credential').selectAll();
  const rows = await ('pharmacyId' in owner
    ? query.where('pharmacy_id', '=', owner.pharmacyId)
    : query.where('partner_id', '=', owner.partnerId)
  )
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => {
    const hash = row.key_hash ?? hashHookKey(openHookSecret(network, row) ?? '');
    const from = short(row.valid_from);
    const until = row.valid_until === null ? null : short(row.valid_until);
    return {
      id: row.id,
      kind: row.kind,
      keyId: row.key_id,
      fingerprint: hash.slice(0, LIMITS.hookFingerprintCharacters),
      from,
      until,
      state: stateAt(now, from, until),
    };
  });
}

/** As the interfaces write it: UTC, milliseconds. */
const short = (text: string): string => new Date(text).toISOString();

function stateAt(now: string, from: string, until: string | null): HookKey['state'] {
  if (until !== null && until <= now) return 'over';
  return from > now ? 'coming' : 'valid';
}

async function addKey(
  store: Store,
  ports: Ports,
  input: AddHookKeyInput,
): ReturnType<HookKeyAdministration['add']> {
  const checked = validate(addSchema, input);
  const network = await networkKeysFor(store);
  const { credential, secret } = credentialOf(ports, checked);
  const { by, request: name } = checked;
  const requestId = name === undefined ? undefined : derivedId('hkc', `request:${by}:${name}`);
  return await store.asKeeper(async (tx) => {
    // Locked, so that of two that are sent at once the second finds what the first one made.
    const owner = await requireOwner(tx, checked.ownerId, 'lock');
    const before = await keysOf(tx, network, owner, nowText(ports));
    if (requestId !== undefined && (await isMade(tx, requestId))) {
      const key = before.find(({ id }) => id === requestId);
      if (key?.kind === checked.kind) return { key, secret: null, added: false };
      throw new Failure(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was already used for another key of a hook.',
      );
    }
    const id = await addHookCredential(tx, ports, network, { ...credential, ...owner }, requestId);
    const added = !before.some((known) => known.id === id);
    const keys = await keysOf(tx, network, owner, nowText(ports));
    const key = keyWith(keys, id);
    if (added)
      await recordNetworkAct(tx, ports, {
        operator: checked.by,
        action: 'credential.add',
        subject: { kind: 'hook-credential', id },
        detail: { owner: checked.ownerId, kind: key.kind, fingerprint: key.fingerprint },
      });
    return { key, secret, added };
  });
}

async function isMade(tx: Tx, id: Id<'hkc'>): Promise<boolean> {
  const row = await tx
    .withTables<DirectoryTables>()
    .selectFrom('hook_credential')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What is stored, and what is shown of it this once. */
function credentialOf(
  { random }: Ports,
  input: v.InferOutput<typeof addSchema>,
): { readonly credential: HookCredentialInput; readonly secret: string | null } {
  const bytes = Buffer.from(random.bytes(LIMITS.hookKeyBytes));
  if (input.kind === 'bearer') {
    const key = input.key ?? bytes.toString('base64url');
    return { credential: { kind: 'bearer', key }, secret: input.key === undefined ? key : null };
  }
  // Under one name for all secrets of an owner: who signs changes the secret only, and both are tried while they rotate.
  const secret = `whsec_${bytes.toString('base64')}`;
  return { credential: { kind: 'standard-webhooks', keyId: input.ownerId, secret }, secret };
}

async function endKey(
  store: Store,
  ports: Ports,
  input: EndHookKeyInput,
): ReturnType<HookKeyAdministration['end']> {
  const { ownerId, id, by, ...checked } = validate(endSchema, input);
  const network = await networkKeysFor(store);
  return await store.asKeeper(async (tx) => {
    const owner = await requireOwner(tx, ownerId);
    const now = nowText(ports);
    const at = checked.at === undefined ? now : short(checked.at);
    if (at < now)
      throw invalidInput([
        {
          path: 'at',
          code: 'IN_THE_PAST',
          message: 'This lies in the past. Leave it out to end the key now.',
        },
      ]);
    const before = keyWith(await keysOf(tx, network, owner, now), id);
    if (before.state === 'over' || before.until === at) return { key: before, changed: false };
    // A key that ends before it began was never valid.
    const until = at > before.from ? at : new Date(Date.parse(before.from) + 1).toISOString();
    await tx
      .withTables<DirectoryTables>()
      .updateTable('hook_credential')
      .set({ valid_until: until })
      .where('id', '=', before.id as Id<'hkc'>)
      .execute();
    await recordNetworkAct(tx, ports, {
      operator: by,
      action: 'credential.end',
      subject: { kind: 'hook-credential', id },
      detail: { owner: ownerId, until },
    });
    return { key: keyWith(await keysOf(tx, network, owner, nowText(ports)), id), changed: true };
  });
}

/** Throws NOT_FOUND, also for a key of somebody else. */
function keyWith(keys: readonly HookKey[], id: string): HookKey {
  const key = keys.find((one) => one.id === id);
  if (key === undefined) throw notFound('hook credential');
  return key;
}
