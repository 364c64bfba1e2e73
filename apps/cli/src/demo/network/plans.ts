// Imports the plans of the data folder by the service's own import, and gives the patients a card of one of them.
import type { Service } from '@pestle/service';
import { sql } from 'kysely';
import { type ImportReport, importFile } from '../../import/import-file.ts';
import { openSource } from '../../import/source-file.ts';
import { importTargets } from '../../import/target.ts';
import type { DataFolder } from '../data/folder.ts';
import type { ReadPatient } from '../data/patients.ts';
import type { Progress } from '../progress.ts';

export interface Plans {
  /** Every row, by what the file holds. */
  readonly imported: Readonly<Record<string, Pick<ImportReport, 'rows' | 'imported' | 'refused'>>>;
  readonly ids: readonly string[];
  /** The last day of the plan that ends last. */
  readonly lastDay: string;
}

/** Null where the folder has no plans. */
export async function fillPlans(
  { plans: files }: DataFolder,
  { rooms, store }: Pick<Service, 'rooms' | 'store'>,
  progress: Progress,
): Promise<Plans | null> {
  const [first] = Object.keys(files);
  if (first === undefined) return null;
  const phase = progress.phase('Importing plans', Object.keys(files).length);
  const imported: Record<string, Plans['imported'][string]> = {};
  // One after the other: the lists belong to plans that must be there.
  for (const [name, file] of Object.entries(files)) {
    const source = await openSource(file);
    const { rows, imported: taken, refused } = await importFile(source, importTargets('formulary', rooms));
    imported[name] = { rows, imported: taken, refused };
    phase.at(Object.keys(imported).length);
  }
  const found = await store.asKeeper((tx) =>
    sql<{ id: string; ends_on: string }>`select id, ends_on from coverage_plan order by id`.execute(tx),
  );
  phase.end(`${found.rows.length} plans`);
  const lastDay = found.rows
    .map(({ ends_on: endsOn }) => endsOn)
    .toSorted()
    .at(-1);
  return { imported, ids: found.rows.map(({ id }) => id), lastDay: lastDay ?? '' };
}

/** A card of an invented payer for whoever has none in the file: the plans in turn, so that every run gives the same. */
export function withCards(patients: readonly ReadPatient[], plans: Plans | null): readonly ReadPatient[] {
  return patients.map((patient, index) => {
    const planId = plans?.ids[index % plans.ids.length];
    const { benefits } = patient.input;
    if (planId === undefined || (benefits ?? []).length > 0) return patient;
    const card = { bin: '999999', pcn: 'DEMO', groupId: 'DEMO', memberId: `DEMO-${index}`, planId };
    return { ...patient, input: { ...patient.input, benefits: [card] } };
  });
}
