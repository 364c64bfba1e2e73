// Finds the demo's files in a folder, by the names that the reference data have.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../output.ts';

export interface DataFolder {
  readonly treatments: string;
  readonly pharmacies: string;
  readonly zips: string;
  readonly patients: readonly string[];
  readonly prescriptions: readonly string[];
  /** The files of plans that are there, by what they hold, the plans first. */
  readonly plans: Readonly<Record<string, string>>;
}

/** In the order in which they are taken. */
const PLAN_FILES = {
  plans: 'formulary_plans.csv',
  drugs: 'formulary_items.csv',
  'terms of cost': 'formulary_cost_sharing.csv',
  prices: 'nadac_prices.csv',
} as const;

/** Throws CommandError naming every file that is missing. */
export function findData(directory: string): DataFolder {
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw new CommandError(
      `${directory} is not a folder. Name the folder of the reference data with --data.`,
    );
  const names = readdirSync(directory).sort();
  const first = (...wanted: readonly string[]): string | undefined =>
    wanted.find((name) => names.includes(name));
  const all = (pattern: RegExp): string[] => names.filter((name) => pattern.test(name));
  const treatments = first('treatments_all_rxterms.csv.gz', 'treatments_catalog.csv.gz');
  const pharmacies = first('pharmacies.csv.gz');
  const zips = first('zip_centroids.csv.gz');
  const patients = all(/patients.*\.ndjson\.gz$/);
  const prescriptions = all(/prescriptions.*\.ndjson\.gz$/);
  const missing = [
    treatments === undefined ? 'treatments_all_rxterms.csv.gz or treatments_catalog.csv.gz' : '',
    pharmacies === undefined ? 'pharmacies.csv.gz' : '',
    zips === undefined ? 'zip_centroids.csv.gz' : '',
    patients.length === 0 ? '*patients*.ndjson.gz' : '',
    prescriptions.length === 0 ? '*prescriptions*.ndjson.gz' : '',
  ].filter((name) => name !== '');
  if (treatments === undefined || pharmacies === undefined || zips === undefined || missing.length > 0)
    throw new CommandError(`${directory} lacks ${missing.join(', ')}.`);
  const path = (name: string): string => join(directory, name);
  return {
    treatments: path(treatments),
    pharmacies: path(pharmacies),
    zips: path(zips),
    patients: patients.map(path),
    prescriptions: prescriptions.map(path),
    plans: Object.fromEntries(
      Object.entries(PLAN_FILES).flatMap(([what, name]) => {
        const file = first(name, `${name}.gz`);
        return file === undefined ? [] : [[what, path(file)]];
      }),
    ),
  };
}
