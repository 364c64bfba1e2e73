// Connects a pharmacy, changes how it is reached, moves it from `scoping` to `testing` to `live`, and takes its connection away (D6).
import { isDeepStrictEqual } from 'node:util';
import type { PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { pharmacySchemaKeeping } from '../administration/administration-input.ts';
import { identifiersGuarded, storePharmacy } from '../administration/network-writes.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables } from '../tables.ts';
import type { ChangeRequest, CheckedRequest, Written } from './act.ts';
import { act, changeRequest, readChange, recordChange, refused, requireRevision } from './act.ts';
import { differences, isRecord, merged, withSecrets } from './changes.ts';
import { isPassed, settingsHash } from './passed-run.ts';
import type { StoredPharmacy } from './records.ts';
import { readPharmacy } from './records.ts';
import { putPartner } from './write-partner.ts';

/** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
export async function writePharmacy(store: Store, ports: Ports, request: ChangeRequest): Promise<Written> {
  const checked = validate(changeRequest, request);
  return await identifiersGuarded(() =>
    act(store, checked.dryRun, async (tx, network) => {
      // Only a dry run is taken back: what a file writes before its pharmacies is tried with them.
      if (checked.dryRun)
        for (const change of checked.partners)
          await putPartner(tx, ports, network, { change, by: checked.by, as: 'apply' });
      return await putPharmacy(tx, ports, network, checked);
    }),
  );
}

/** Within an act. */
export async function putPharmacy(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { change: given, by, as }: CheckedRequest,
): Promise<Written> {
  const { revision, change } = readChange(given);
  if (isRecord(change['integration']) && 'conformancePassedAt' in change['integration'])
    throw refused(
      'integration.conformancePassedAt',
      'NOT_ACCEPTED',
      'Nobody writes this: `pestle pharmacy check` does, when the run is passed.',
    );
  const before = await readPharmacy(tx, network, await idOf(tx, change));
  if (as === 'set' && before === undefined) throw notFound('pharmacy');
  const id = await writeMerged(tx, ports, network, before, change);
  const after = (await readPharmacy(tx, network, id)) as StoredPharmacy;
  const { name } = after.record;
  const changes = differences(before?.record, after.record);
  if (changes.length === 0)
    return { id, name, revision: after.revision, outcome: 'unchanged', changes, notices: [] };
  if (before !== undefined) requireRevision('pharmacy', id, revision, before.revision);
  requireStage(network, before, after);
  const wasConnected = isConnected(before);
  if (as === 'add' && wasConnected)
    throw refused(
      'integration',
      'TAKEN',
      `This pharmacy is connected already: change it with \`pestle pharmacy set ${id}\`.`,
    );
  const written: Written = {
    id,
    name,
    revision: await nextRevision(tx, id, before?.revision, after.revision),
    outcome: before === undefined ? 'added' : 'changed',
    changes,
    notices: noticesOf(network, before, after),
  };
  const action = actionOf(wasConnected, isConnected(after), written);
  await recordChange(tx, ports, { kind: 'pharmacy', by, action }, written);
  return written;
}

const isConnected = (stored: StoredPharmacy | undefined): boolean =>
  stored !== undefined && stored.record.integration !== null;

/** By its id, its NPI or its NCPDP id; empty for one that nobody knows. */
async function idOf(tx: Tx, { id, npi, ncpdpId }: Readonly<Record<string, unknown>>): Promise<string> {
  if (typeof id === 'string') return id;
  const [known] = await findByIdentifiers(
    tx,
    typeof npi === 'string' ? [npi] : [],
    typeof ncpdpId === 'string' ? [ncpdpId] : [],
  );
  return known?.id ?? '';
}

async function writeMerged(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  before: StoredPharmacy | undefined,
  change: Readonly<Record<string, unknown>>,
): Promise<string> {
  const known: Readonly<Record<string, unknown>> = { ...before?.record };
  const { record, problems } = withSecrets(merged(known, change), known);
  if (problems.length > 0 || !isRecord(record)) throw invalidInput(problems);
  const unchanged = Object.keys(known).filter(
    (field) => field !== 'integration' && isDeepStrictEqual(record[field] ?? null, known[field] ?? null),
  );
  const checked = validate(pharmacySchemaKeeping(unchanged), {
    ...record,
    integration: withPassedRun(before, record['integration'] ?? null),
  });
  const type = before !== undefined && checked.kind === before.record.kind ? before.pharmacyType : undefined;
  return await storePharmacy(tx, ports, network, checked, type);
}

/** `live` needs to say when the run was passed; whether that run still counts is asked when the settings are written. */
function withPassedRun(before: StoredPharmacy | undefined, integration: unknown): unknown {
  if (!isRecord(integration)) return integration;
  const isNew = integration['stage'] === 'live' && before?.record.integration?.stage !== 'live';
  if (isNew && before?.record.integration?.stage !== 'testing')
    throw refused(
      'integration.stage',
      'NOT_ACCEPTED',
      'A pharmacy goes live from `testing`, after a conformance run: set it to `testing` first.',
    );
  if (isNew && (before?.passedRun ?? null) === null) throw runNeeded(before?.record.id);
  const at = isNew ? before?.passedRun?.at : before?.conformancePassedAt;
  return at === undefined ? integration : { ...integration, conformancePassedAt: at };
}

function requireStage(network: OrgKeys, before: StoredPharmacy | undefined, after: StoredPharmacy): void {
  const isNew = after.record.integration?.stage === 'live' && before?.record.integration?.stage !== 'live';
  if (isNew && !isPassed(network, after)) throw runNeeded(after.record.id);
}

function runNeeded(id = '<id>'): Error {
  return refused(
    'integration.stage',
    'CHECK_NEEDED',
    `\`live\` needs a conformance run that was passed with the settings of now: run \`pestle pharmacy check ${id}\`.`,
  );
}

function noticesOf(
  network: OrgKeys,
  before: StoredPharmacy | undefined,
  after: StoredPharmacy,
): readonly string[] {
  if (before?.record.integration?.stage !== 'live') return [];
  const { id, integration } = after.record;
  if (integration?.stage !== 'live') return ['Prescriptions go to it by fax from now on.'];
  if (settingsHash(network, before) === settingsHash(network, after) || isPassed(network, after)) return [];
  return [
    `It stays live, but passed no conformance run with these settings: run \`pestle pharmacy check ${id}\`.`,
  ];
}

function actionOf(wasConnected: boolean, connected: boolean, { changes }: Written): string {
  if (!wasConnected) return connected ? 'pharmacy.add' : 'pharmacy.change';
  if (!connected) return 'pharmacy.remove';
  return changes.every(({ field }) => field === 'integration.stage') ? 'pharmacy.stage' : 'pharmacy.change';
}

/** How it is reached stands in rows of its own: a change of them counts for the pharmacy too. */
async function nextRevision(tx: Tx, id: string, before: number | undefined, after: number): Promise<number> {
  if (before === undefined || after > before) return after;
  await tx
    .withTables<DirectoryTables>()
    .updateTable('pharmacy')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', id as PharmacyId)
    .execute();
  return before + 1;
}
