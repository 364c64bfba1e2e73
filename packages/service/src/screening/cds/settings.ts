// The CDS Hooks service of an organization: set, discovered, shown and removed by whoever runs the service or administers the organization, each act audited.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { operatorName, repeatedResult, type WriteKey, writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { isPrivateRange } from '../../kernel/outgoing/network-policy.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { ScreeningTables } from '../tables.ts';
import type { CdsDeps, KnownService } from './client.ts';
import { type CdsService, discover } from './discovery.ts';
import { type KeySet, keySetUrl } from './key-set.ts';
import {
  type CdsKeys,
  KEY_STEPS,
  type KeyStep,
  keysAfter,
  newKey,
  PROOF_ALGORITHMS,
  publicKeys,
} from './proof.ts';

const settingsSchema = v.strictObject({
  url: v.pipe(
    v.string(),
    v.maxLength(500, 'An address has at most 500 characters.'),
    v.check(
      isAddress,
      'Write an address such as https://cds.example/r4, without a query and without credentials.',
    ),
    v.transform((text) => text.replace(/\/+$/, '')),
  ),
  timeoutMs: v.nullish(
    v.pipe(
      v.number(),
      v.integer('This must be a whole number.'),
      v.minValue(LIMITS.serviceTimeMsMin, `At least ${LIMITS.serviceTimeMsMin} ms.`),
      v.maxValue(LIMITS.serviceTimeMsMax, `At most ${LIMITS.serviceTimeMsMax} ms.`),
    ),
  ),
  algorithm: v.nullish(v.picklist(PROOF_ALGORITHMS)),
  /** How its key gives way to a new one; null: it stays. */
  key: v.nullish(v.picklist(KEY_STEPS)),
});
/** Where a private network is, only those who run the service say. */
const operatorSchema = v.strictObject({
  ...settingsSchema.entries,
  privateNetwork: v.nullish(
    v.pipe(v.string(), v.check(isPrivateRange, 'Write a private range such as 10.20.0.0/16.')),
  ),
});

export type ScreeningServiceInput = v.InferInput<typeof settingsSchema>;
export type OperatorServiceInput = v.InferInput<typeof operatorSchema>;

/** As it is shown: no private key. */
export interface ScreeningService {
  readonly url: string;
  readonly timeoutMs: number;
  readonly privateNetwork: string | null;
  readonly services: readonly CdsService[];
  readonly publicKeys: KeySet;
  /** Where these keys are read without asking for them here. */
  readonly keySetUrl: string;
  readonly issuer: string;
  readonly changedAt: string;
}

export interface SettingsDeps extends CdsDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** False in a sandbox and in tests, whose peers are on this machine. */
  readonly httpsOnly: boolean;
  readonly changed: (orgId: OrganizationId) => void;
}

/** The service of an organization; undefined where it has none. */
export async function knownService(tx: Tx, orgId: OrganizationId): Promise<KnownService | undefined> {
  const row = await rowOf(tx, orgId);
  return row === undefined ? undefined : opened(tx, row, orgId);
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

async function rowOf(tx: Tx, orgId: OrganizationId) {
  return await tx
    .withTables<ScreeningTables>()
    .selectFrom('screening_service')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

function opened(tx: Tx, row: Row, orgId: OrganizationId): KnownService {
  const { keys } = keysOf(tx).openJson(columnAddress('screeningService', row.id), row.sealed) as {
    keys: CdsKeys;
  };
  return {
    orgId,
    url: row.url,
    timeoutMs: row.timeout_ms,
    privateNetwork: row.private_network,
    services: row.services,
    keys,
  };
}

export async function shownService(
  { store, issuer }: SettingsDeps,
  orgId: OrganizationId,
): Promise<ScreeningService | null> {
  return await store.withOrg(orgId, async (tx) => {
    const row = await rowOf(tx, orgId);
    if (row === undefined) return null;
    const { keys, orgId: _own, ...known } = opened(tx, row, orgId);
    return {
      ...known,
      publicKeys: publicKeys(keys),
      keySetUrl: keySetUrl(issuer, orgId),
      issuer,
      changedAt: row.changed_at,
    };
  });
}

export interface ScreeningServiceAdministration {
  /** Sets the service, discovers what it offers, and answers what to register with it. Throws INVALID_INPUT, NOT_FOUND. */
  set(orgId: OrganizationId, input: OperatorServiceInput, by: string): Promise<ScreeningService>;
  remove(orgId: OrganizationId, by: string): Promise<void>;
  show(orgId: OrganizationId): Promise<ScreeningService | null>;
}

type Author = Parameters<typeof recordAudit>[2]['actor'];

export function createServiceAdministration(deps: SettingsDeps): ScreeningServiceAdministration {
  const operator = (by: string): Author => ({ kind: 'operator', id: validate(operatorName, by, 'by') });
  return {
    set: async (orgId, input, by) =>
      await setService(deps, orgId, validate(operatorSchema, input), operator(by)),
    remove: async (orgId, by) => await removeService(deps, orgId, operator(by)),
    show: (orgId) => shownService(deps, orgId),
  };
}

/**
 * By an administrator of the organization, who was let in: at a public address. Repeated under its key it makes no other key and undoes
 * nothing that was set since; throws NOT_FOUND where the service was removed since.
 */
export async function setOwnService(
  deps: SettingsDeps,
  actor: Actor,
  input: ScreeningServiceInput,
  write: WriteKey,
): Promise<ScreeningService> {
  const { orgId } = actor;
  const checked = { ...validate(settingsSchema, input), privateNetwork: null };
  if ((await repeatedResult(deps.store, actor, write)) === undefined)
    return await setService(deps, orgId, checked, actor, onceBy(deps, actor, write));
  const shown = await shownService(deps, orgId);
  if (shown === null) throw notFound('screening service');
  return shown;
}

/** Repeated under its key it removes nothing that was set since. */
export async function removeOwnService(deps: SettingsDeps, actor: Actor, write: WriteKey): Promise<void> {
  await removeService(deps, actor.orgId, actor, onceBy(deps, actor, write));
}

/** Where a change is written: in one transaction. */
type Writing = (work: (tx: Tx) => Promise<void>) => Promise<void>;

function onceBy({ store }: SettingsDeps, actor: Actor, write: WriteKey): Writing {
  return async (work) => {
    await writeOnce(store, actor, write, async (tx) => {
      await work(tx);
      return { id: actor.orgId };
    });
  };
}

async function setService(
  deps: SettingsDeps,
  orgId: OrganizationId,
  { url, timeoutMs, algorithm, key, privateNetwork }: v.InferOutput<typeof operatorSchema>,
  actor: Author,
  writing: Writing = (work) => deps.store.withOrg(orgId, work),
): Promise<ScreeningService> {
  if (!isId('org', orgId)) throw notFound('organization');
  if (deps.httpsOnly && !url.startsWith('https://')) throw notAccepted('It must be asked by https.');
  const { store, ports } = deps;
  const before = await store.withOrg(orgId, async (tx) => {
    await findOrganization(tx, orgId);
    return await knownService(tx, orgId);
  });
  const keys = await keysFor(before?.keys, key ?? undefined, algorithm ?? undefined);
  const address = {
    url,
    timeoutMs: timeoutMs ?? LIMITS.answerTimeMs,
    privateNetwork: privateNetwork ?? null,
  };
  const found = await discover(deps.exchange, address, keys, {
    issuer: deps.issuer,
    keySet: keySetUrl(deps.issuer, orgId),
    nowMs: ports.clock.now(),
  });
  if (!found.ok) throw notAccepted(found.reason);
  await writing(async (tx) => {
    const row = {
      url,
      timeout_ms: address.timeoutMs,
      private_network: address.privateNetwork,
      services: JSON.stringify(found.services),
      sealed: keysOf(tx).sealJson(columnAddress('screeningService', 'cds'), { keys }),
      changed_at: nowText(ports),
    };
    await tx
      .withTables<ScreeningTables>()
      .insertInto('screening_service')
      .values({ org_id: orgId, id: 'cds', ...row })
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(row))
      .execute();
    await recordAudit(tx, ports, {
      orgId,
      actor,
      action: 'organization.screening-service',
      subject: { kind: 'organization', id: orgId },
      detail: { change: 'set', services: String(found.services.length) },
    });
  });
  deps.changed(orgId);
  const shown = await shownService(deps, orgId);
  if (shown === null) throw new Error('what was set is there');
  return shown;
}

/** The key stays, so that the other side need not be told again; another algorithm makes another, and the one before stays known. */
async function keysFor(
  before: CdsKeys | undefined,
  step: KeyStep | undefined,
  algorithm?: CdsKeys[0]['algorithm'],
): Promise<CdsKeys> {
  if (step !== undefined) {
    const after = before === undefined ? 'There is no key yet.' : await keysAfter(before, step, algorithm);
    if (typeof after === 'string') throw notAccepted(after, 'key');
    return after;
  }
  if (before === undefined) return [await newKey(algorithm ?? 'ES384')];
  if (algorithm === undefined || before[0].algorithm === algorithm) return before;
  return [await newKey(algorithm), { ...before[0], ending: true }];
}

async function removeService(
  { store, ports, changed }: SettingsDeps,
  orgId: OrganizationId,
  actor: Author,
  writing: Writing = (work) => store.withOrg(orgId, work),
): Promise<void> {
  if (!isId('org', orgId)) throw notFound('organization');
  await writing(async (tx) => {
    await findOrganization(tx, orgId);
    const { numDeletedRows } = await tx
      .withTables<ScreeningTables>()
      .deleteFrom('screening_service')
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await recordAudit(tx, ports, {
      orgId,
      actor,
      action: 'organization.screening-service',
      subject: { kind: 'organization', id: orgId },
      detail: { change: 'removed' },
    });
  });
  changed(orgId);
}

function isAddress(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

function notAccepted(message: string, path = 'url'): Failure {
  return invalidInput([{ path, code: 'NOT_ACCEPTED', message }]);
}
