// Works out what one change makes of a pharmacy, and whether it may be made (D6), before anything is written.
import { isDeepStrictEqual } from 'node:util';
import type { PharmacyId } from '@pestle/rules/ids';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { type CheckedPharmacy, pharmacySchemaKeeping } from '../administration/administration-input.ts';
import { type PharmacyWrite, partnerUnknown, timeZoneAt } from '../administration/network-writes.ts';
import type { Integration } from '../integration.ts';
import { requireMapping } from '../messages/api-settings.ts';
import type { CheckedRequest, Written } from './act.ts';
import { readChange, refused, requireRevision } from './act.ts';
import { differences, isRecord, merged, withSecrets } from './changes.ts';
import { isPassed, settingsHash } from './passed-run.ts';
import type { PharmacyRecord, StoredPartner, StoredPharmacy } from './records.ts';

/** What is known of the store, its rows locked. */
export interface Known {
  /** Whom the change means: the id that it has, or will have. */
  readonly id: PharmacyId | undefined;
  readonly before: StoredPharmacy | undefined;
  /** Those that pharmacies of these changes are or will be reached through. */
  readonly partners: ReadonlyMap<string, StoredPartner>;
  /** The store's time. */
  readonly nowMs: number;
}

export interface Plan {
  readonly written: Written;
  /** What is to be written, and its name in the trail; undefined where nothing changes. */
  readonly write: { readonly row: PharmacyWrite; readonly action: string } | undefined;
}

/** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
export async function planPharmacy(
  network: OrgKeys,
  known: Known,
  { change: given, as }: Pick<CheckedRequest, 'change' | 'as'>,
): Promise<Plan> {
  const { revision, change } = readChange(given);
  if (isRecord(change['integration']) && 'conformancePassedAt' in change['integration'])
    throw refused(
      'integration.conformancePassedAt',
      'NOT_ACCEPTED',
      'Nobody writes this: `pestle pharmacy check` does, when the run is passed.',
    );
  const { before } = known;
  if (as === 'set' && before === undefined) throw notFound('pharmacy');
  const row = await mergedRow(known, change);
  const after = planned(known, row);
  const { id, name } = after.record;
  const changes = differences(before?.record, after.record);
  if (before !== undefined && changes.length === 0)
    return {
      written: { id, name, revision: before.revision, outcome: 'unchanged', changes, notices: [] },
      write: undefined,
    };
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
    revision: after.revision,
    outcome: before === undefined ? 'added' : 'changed',
    changes,
    notices: noticesOf(network, before, after),
  };
  return { written, write: { row, action: actionOf(wasConnected, isConnected(after), written) } };
}

const isConnected = (stored: StoredPharmacy | undefined): boolean =>
  stored !== undefined && stored.record.integration !== null;

async function mergedRow(
  { id, before, partners }: Known,
  change: Readonly<Record<string, unknown>>,
): Promise<PharmacyWrite> {
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
  await requireMapping(checked.integration?.api, 'integration.api');
  const partnerId = checked.integration?.partnerId;
  if (partnerId !== undefined && !partners.has(partnerId)) throw partnerUnknown();
  const type = before !== undefined && checked.kind === before.record.kind ? before.pharmacyType : undefined;
  // The schema asks for an id, or for what one is made of.
  return { id: (checked.id ?? id) as PharmacyId, checked, pharmacyType: type };
}

/** The pharmacy as it will be read once it is written. */
function planned(
  { before, partners, nowMs }: Known,
  { id, checked, pharmacyType }: PharmacyWrite,
): StoredPharmacy {
  const partnerId = checked.integration?.partnerId;
  return {
    record: recordOf(id, checked, nowMs),
    revision: before === undefined ? 1 : before.revision + 1,
    pharmacyType: pharmacyType ?? '',
    passedRun: before?.passedRun ?? null,
    conformancePassedAt: checked.integration?.conformancePassedAt,
    partner: partnerId === undefined ? null : (partners.get(partnerId) ?? null),
  };
}

function recordOf(id: string, checked: CheckedPharmacy, nowMs: number): PharmacyRecord {
  return {
    id,
    npi: checked.npi ?? null,
    ncpdpId: checked.ncpdpId ?? null,
    name: checked.name,
    kind: checked.kind,
    servesPublic: checked.servesPublic,
    address: checked.address,
    latitude: checked.latitude ?? null,
    longitude: checked.longitude ?? null,
    timeZone: timeZoneAt(checked),
    phone: checked.phone ?? null,
    fax: checked.fax ?? null,
    openingHours: checked.openingHours ?? null,
    active: checked.active,
    statusWords: checked.statusWords,
    integration: integrationOf(checked.integration, nowMs),
  };
}

/** Windows that are over are not kept. */
function integrationOf(checked: Integration | null, nowMs: number): PharmacyRecord['integration'] {
  if (checked === null) return null;
  const { conformancePassedAt: _, maintenance = [], ...reached } = checked;
  const windows = maintenance
    .filter(({ end }) => Date.parse(end) > nowMs)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return windows.length === 0 ? reached : { ...reached, maintenance: windows };
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
