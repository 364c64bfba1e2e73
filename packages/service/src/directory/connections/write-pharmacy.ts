// Connects pharmacies, changes how they are reached, moves them from `scoping` to `testing` to `live`, and takes connections away (D6).
import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { identifiersGuarded, storePharmacies } from '../administration/network-writes.ts';
import { setPharmacyRevisions } from '../administration/network-writes-sql.ts';
import { derivedId } from '../derived-id.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import { storeNow } from '../maintenance/windows.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { ChangeRequest, CheckedRequest, Written } from './act.ts';
import { act, changeRequest, recordChanges } from './act.ts';
import { isRecord } from './changes.ts';
import { type Plan, planPharmacy } from './plan-pharmacy.ts';
import { readPartners, readPharmacies } from './records.ts';
import { putPartner } from './write-partner.ts';

type Change = Readonly<Record<string, unknown>>;

/** What another room writes with it, in role `keeper`: both stand or neither. */
export type AlsoWritten = (tx: Tx) => Promise<void>;

/** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
export async function writePharmacy(
  store: Store,
  ports: Ports,
  request: ChangeRequest,
  also: AlsoWritten = async () => undefined,
): Promise<Written> {
  const checked = validate(changeRequest, request);
  return await identifiersGuarded(() =>
    act(store, checked.dryRun, async (tx, network) => {
      await tryPartners(tx, ports, network, checked);
      const written = await putPharmacy(tx, ports, network, checked);
      await also(tx);
      return written;
    }),
  );
}

/** Only a dry run is taken back: what a file writes before its pharmacies is tried with them. */
export async function tryPartners(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { dryRun, partners, by }: Pick<CheckedRequest, 'dryRun' | 'partners' | 'by'>,
): Promise<void> {
  if (!dryRun) return;
  for (const change of partners) await putPartner(tx, ports, network, { change, by, as: 'apply' });
}

/** Within an act. Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
export async function putPharmacy(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { change, by, as }: CheckedRequest,
): Promise<Written> {
  const [result] = await putPharmacies(tx, ports, network, { changes: [change], by, as });
  if (result instanceof Failure) throw result;
  return result as Written;
}

export interface Changes extends Pick<CheckedRequest, 'by' | 'as'> {
  readonly changes: readonly Change[];
}

/**
 * Within an act, in the order of the changes and as if each stood alone: a change of a pharmacy that one before it means too is left for the
 * next act, with all after it. Answers as many as were looked at, each written or refused; throws what the store says of any of them.
 */
export async function putPharmacies(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { changes, by, as }: Changes,
): Promise<readonly (Written | Failure)[]> {
  const meant = untilRepeated(await idsOf(tx, changes));
  const stored = await readPharmacies(
    tx,
    network,
    meant.flatMap((id) => id ?? []),
  );
  const partners = await readPartners(
    tx,
    network,
    meant.flatMap((id, index) => [
      ...partnerOf(changes[index]?.['integration']),
      ...partnerOf(stored.get(id ?? '')?.record.integration),
    ]),
  );
  const nowMs = await storeNow(tx);
  const plans: (Plan | Failure)[] = [];
  for (const [index, id] of meant.entries()) {
    const known = { id, before: stored.get(id ?? ''), partners, nowMs };
    plans.push(await orFailure(planPharmacy(network, known, { change: changes[index] ?? {}, as })));
  }
  await writePlans(
    tx,
    ports,
    network,
    plans.filter((plan): plan is Plan => !(plan instanceof Failure)),
    by,
  );
  return plans.map((plan) => (plan instanceof Failure ? plan : plan.written));
}

async function writePlans(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  plans: readonly Plan[],
  by: string,
): Promise<void> {
  const due = plans.flatMap(({ written, write }) => (write === undefined ? [] : [{ written, ...write }]));
  await storePharmacies(
    tx,
    ports,
    network,
    due.map(({ row }) => row),
  );
  await setPharmacyRevisions(
    tx,
    due.flatMap(({ written: { id, outcome, revision } }) =>
      outcome === 'changed' ? [{ id, revision }] : [],
    ),
  );
  await recordChanges(
    tx,
    ports,
    due.map(({ written, action }) => ({ kind: 'pharmacy', by, action, written })),
  );
}

async function orFailure<T>(work: Promise<T>): Promise<T | Failure> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function partnerOf(integration: unknown): readonly string[] {
  const id = isRecord(integration) ? integration['partnerId'] : undefined;
  return typeof id === 'string' && isId('ptn', id) ? [id] : [];
}

function untilRepeated<T>(ids: readonly (T | undefined)[]): readonly (T | undefined)[] {
  const seen = new Set<T>();
  const end = ids.findIndex((id) => {
    const isRepeated = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return isRepeated;
  });
  return end === -1 ? ids : ids.slice(0, end);
}

/** Of each change whom it means: by its id, its NPI or its NCPDP id, else by what a new one's id is made of. */
async function idsOf(tx: Tx, changes: readonly Change[]): Promise<readonly (PharmacyId | undefined)[]> {
  const texts = (name: 'npi' | 'ncpdpId'): readonly string[] =>
    changes.flatMap(({ id, [name]: text }) =>
      typeof id !== 'string' && typeof text === 'string' ? text : [],
    );
  const [npis, ncpdpIds] = [texts('npi'), texts('ncpdpId')];
  const known = npis.length + ncpdpIds.length === 0 ? [] : await findByIdentifiers(tx, npis, ncpdpIds);
  const byNpi = new Map<unknown, PharmacyId>(known.map((row) => [row.npi, row.id]));
  const byNcpdpId = new Map<unknown, PharmacyId>(known.map((row) => [row.ncpdp_id, row.id]));
  return changes.map(({ id, npi, ncpdpId, name }) => {
    if (typeof id === 'string') return isId('phr', id) ? id : undefined;
    const found = byNpi.get(npi ?? '') ?? byNcpdpId.get(ncpdpId ?? '');
    if (found !== undefined) return found;
    if (typeof npi === 'string') return derivedId('phr', `npi:${npi}`);
    const read = typeof name === 'string' ? plainText(LIMITS.pharmacyNameCharactersMax)(name) : undefined;
    return read?.ok === true ? derivedId('phr', `name:${read.value}`) : undefined;
  });
}
