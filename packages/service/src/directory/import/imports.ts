// Imports pharmacies and ZIP codes: a batch of rows in one transaction, with a verdict for each row. Repeating an import changes nothing.
import { findState } from '@pestle/rules/states';
import type { Store, Tx } from '../../store/store.ts';
import { derivedId } from '../derived-id.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { ZipRow } from '../tables.ts';
import {
  countChange,
  type ImportSession,
  onlyFirst,
  type ReadRow,
  type RowVerdict,
  refuseRow,
  type SourceColumns,
  type SourceRow,
  verdicts,
} from './import-session.ts';
import { type PharmacyContent, readPharmacyRow } from './pharmacy-source.ts';
import { upsertPharmacies, upsertZips } from './reference-sql.ts';

export async function importPharmacies(
  store: Store,
  session: ImportSession,
  rows: readonly SourceRow[],
): Promise<readonly RowVerdict[]> {
  const read = onlyFirst(session, rows.map(readPharmacyRow));
  return store.asKeeper(async (tx) => {
    const placed = await withIds(tx, read);
    const ready = placed.flatMap((row) => (row.ok ? [row] : []));
    const written = await upsertPharmacies(
      tx,
      ready.map(({ content }) => content),
    );
    if (written.size > 0) await countChange(tx, 'pharmacy');
    const keys = ready.filter(({ content }) => written.has(content.id)).map(({ key }) => key);
    return verdicts(placed, new Set(keys));
  });
}

type Placed = PharmacyContent & { readonly id: ReturnType<typeof derivedId<'phr'>> };

/** A pharmacy keeps the id it has; a new one gets the id that its NPI gives everywhere. An NCPDP id belongs to one pharmacy. */
async function withIds(
  tx: Tx,
  rows: readonly ReadRow<PharmacyContent>[],
): Promise<readonly ReadRow<Placed>[]> {
  const contents = rows.flatMap((row) => (row.ok ? [row.content] : []));
  const known = await findByIdentifiers(
    tx,
    contents.flatMap(({ npi }) => npi ?? []),
    contents.flatMap(({ ncpdp_id: ncpdpId }) => ncpdpId ?? []),
  );
  const idByNpi = new Map(known.map(({ npi, id }) => [npi, id]));
  const ownerByNcpdpId = new Map<string | null, string>(
    known.map(({ ncpdp_id: ncpdpId, id }) => [ncpdpId, id]),
  );
  return rows.map((row) => {
    if (!row.ok) return row;
    const { npi, ncpdp_id: ncpdpId } = row.content;
    const id = idByNpi.get(npi) ?? derivedId('phr', `npi:${npi}`);
    const owner = ncpdpId === null ? undefined : ownerByNcpdpId.get(ncpdpId);
    if (owner !== undefined && owner !== id) {
      return refuseRow(row.key, 'NCPDP_ID_TAKEN', 'Another pharmacy already has this NCPDP id.');
    }
    if (ncpdpId !== null) ownerByNcpdpId.set(ncpdpId, id);
    return { ...row, content: { ...row.content, id } };
  });
}

export const ZIP_SOURCE_COLUMNS: SourceColumns = {
  required: ['zip', 'state', 'lat', 'lon'],
  optional: ['city', 'county', 'latlon_source'],
};

export function readZipRow(row: SourceRow): ReadRow<ZipRow> {
  const zip = row.zip ?? '';
  if (!/^\d{5}$/.test(zip))
    return refuseRow(zip, 'ZIP_INVALID', 'A ZIP code has five digits, leading zeros too.');
  const state = findState(row.state ?? '');
  if (state === undefined) {
    return refuseRow(zip, 'STATE_UNKNOWN', 'The state is not one of the United States or its territories.');
  }
  const latitude = Number.parseFloat(row.lat ?? '');
  const longitude = Number.parseFloat(row.lon ?? '');
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    return refuseRow(zip, 'COORDINATES_INVALID', 'lat is -90 to 90 and lon is -180 to 180, in degrees.');
  }
  const city = row.city?.trim() || null;
  const county = row.county?.trim() || null;
  if (Math.max(city?.length ?? 0, county?.length ?? 0) > DIRECTORY_LIMITS.importedPlaceCharactersMax) {
    return refuseRow(
      zip,
      'NAME_TOO_LONG',
      `A place's name may have ${DIRECTORY_LIMITS.importedPlaceCharactersMax} characters.`,
    );
  }
  return {
    ok: true,
    key: zip,
    content: { zip, city, state: state.code, county, latitude, longitude },
    warnings: [],
  };
}

export async function importZips(
  store: Store,
  session: ImportSession,
  rows: readonly SourceRow[],
): Promise<readonly RowVerdict[]> {
  const read = onlyFirst(session, rows.map(readZipRow));
  const contents = read.flatMap((row) => (row.ok ? [row.content] : []));
  const written = await store.asKeeper(async (tx) => {
    const changed = await upsertZips(tx, contents);
    if (changed.size > 0) await countChange(tx, 'zip');
    return changed;
  });
  return verdicts(read, written);
}
