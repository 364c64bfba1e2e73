// Adds a network partner, changes one, and takes one out of use when no pharmacy needs it.
import type { Id } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { partnerSchema } from '../administration/administration-input.ts';
import { storePartner } from '../administration/network-writes.ts';
import { derivedId } from '../derived-id.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { DirectoryTables } from '../tables.ts';
import type { ChangeRequest, CheckedRequest, Written } from './act.ts';
import { act, changeRequest, readChange, recordChanges, refused, requireRevision } from './act.ts';
import { differences, merged, withSecrets } from './changes.ts';
import type { StoredPartner } from './records.ts';
import { pharmaciesOfPartner, readPartner } from './records.ts';

/** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
export async function writePartner(store: Store, ports: Ports, request: ChangeRequest): Promise<Written> {
  const checked = validate(changeRequest, request);
  return await act(store, checked.dryRun, (tx, network) => putPartner(tx, ports, network, checked));
}

/** Within an act. */
export async function putPartner(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { change: given, by, as }: Pick<CheckedRequest, 'change' | 'by' | 'as'>,
): Promise<Written> {
  const { revision, change } = readChange(given);
  const { id: wanted, name } = change;
  const id = typeof wanted === 'string' ? wanted : derivedId('ptn', `name:${String(name)}`);
  const before = isId('ptn', id) ? await readPartner(tx, network, id) : undefined;
  if (as === 'set' && before === undefined) throw notFound('partner');
  const { record, problems } = withSecrets(merged({ ...before?.record, id }, change), before?.record);
  if (problems.length > 0) throw invalidInput(problems);
  await storePartner(tx, ports, network, validate(partnerSchema, record));
  const after = (await readPartner(tx, network, id)) as StoredPartner;
  const changes = differences(before?.record, after.record);
  if (changes.length === 0) return { ...summary(after), outcome: 'unchanged', changes, notices: [] };
  if (before !== undefined) requireRevision('partner', id, revision, before.revision);
  if (as === 'add' && before !== undefined)
    throw refused('id', 'TAKEN', 'There is such a partner already: change it with `pestle partner set`.');
  const written: Written = {
    ...summary(after),
    revision: await nextRevision(tx, id, before?.revision, after.revision),
    outcome: before === undefined ? 'added' : 'changed',
    changes,
    notices: await noticesOf(
      tx,
      id,
      changes.some(({ field }) => field.startsWith('endpoint.')),
    ),
  };
  const action = actionOf(before, after);
  await recordChanges(tx, ports, [{ kind: 'partner', by, action, written }]);
  return written;
}

export interface RemoveRequest {
  readonly id: string;
  readonly by: string;
  readonly revision?: number | undefined;
  /** Says what would change, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Takes it out of use and forgets its credentials; its row stays for what was sent through it. Doing it again changes nothing. */
export async function removePartner(store: Store, ports: Ports, request: RemoveRequest): Promise<Written> {
  const { id, by, revision, dryRun } = request;
  const checked = validate(changeRequest, { change: { id }, by, as: 'set', dryRun });
  return await act(store, checked.dryRun, async (tx, network) => {
    const carried = await pharmaciesOfPartner(tx, id);
    if (carried.length > 0)
      throw refused(
        'id',
        'IN_USE',
        `${carried.length} pharmacies are reached through it (${named(carried)}): give them another endpoint first.`,
      );
    const change = { id, revision, active: false, endpoint: { auth: { kind: 'none' }, headers: null } };
    return await putPartner(tx, ports, network, { ...checked, change });
  });
}

function actionOf(before: StoredPartner | undefined, after: StoredPartner): string {
  if (before === undefined) return 'partner.add';
  return before.record.active && !after.record.active ? 'partner.remove' : 'partner.change';
}

function summary({ record, revision }: StoredPartner): Pick<Written, 'id' | 'name' | 'revision'> {
  return { id: record.id, name: record.name, revision };
}

/** Windows stand in a table of their own: a change of them counts too. */
async function nextRevision(tx: Tx, id: string, before: number | undefined, after: number): Promise<number> {
  if (before === undefined || after > before) return after;
  await tx
    .withTables<DirectoryTables>()
    .updateTable('partner')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', id as Id<'ptn'>)
    .execute();
  return before + 1;
}

async function noticesOf(tx: Tx, id: string, isEndpointChanged: boolean): Promise<readonly string[]> {
  const live = isEndpointChanged ? (await pharmaciesOfPartner(tx, id)).filter(({ isLive }) => isLive) : [];
  if (live.length === 0) return [];
  return [
    `${live.length} pharmacies stay live, but passed no conformance run at this endpoint: run \`pestle pharmacy check\` for ${named(live)}.`,
  ];
}

function named(pharmacies: readonly { readonly id: string }[]): string {
  const ids = pharmacies.slice(0, LIMITS.pharmaciesNamedMax).map(({ id }) => id);
  return pharmacies.length > ids.length ? `${ids.join(', ')} …` : ids.join(', ');
}
