// Makes treatments of the packages that the FDA lists: a catalog of a hundred thousand entries, to see how a search grows.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

type Package = Readonly<Partial<Record<string, string>>>;
const COLUMNS = [
  'rxcui',
  'drug_name',
  'brand_or_generic',
  'ingredients',
  'strength',
  'rxterms_form',
  'rxnorm_dose_form',
] as const;
const FIRST_CODE = 50_000_000;

/** Writes them in the columns of the importer of treatments, each with a code of its own that no drug has; returns the file. */
export function writePackagesAsTreatments(path: string): string {
  const packages = parse<Package>(gunzipSync(readFileSync(path)), { columns: true, skip_empty_lines: true });
  const lines = packages.map((one, index) => {
    const name = one['nonproprietary_name'] || one['proprietary_name'] || 'unknown';
    const form = one['dose_form'] ?? '';
    const strength = `${one['strengths'] ?? ''} ${one['strength_units'] ?? ''}`.trim();
    return [String(FIRST_CODE + index), name, 'generic', name, strength, form, form].map(quoted).join(',');
  });
  const made = join(mkdtempSync(join(tmpdir(), 'pestle-packages-')), 'treatments.csv');
  writeFileSync(made, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
  return made;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
