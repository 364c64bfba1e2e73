// Runs one import from the command line: opens file and store, shows progress, and words the report.
import { createCatalog } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory } from '@pestle/service/directory';
import { systemPorts } from '@pestle/service/kernel';
import { createScreening, type ScreeningOrigin } from '@pestle/service/screening';
import { SingleBar } from 'cli-progress';
import { UsageError } from '../output.ts';
import { type ImportReport, importFile, type Progress } from './import-file.ts';
import type { ImportKind } from './kinds.ts';
import { openSource } from './source-file.ts';
import { openImportStore, openSealedStore } from './store.ts';
import { importTargets, screeningTargets } from './target.ts';

export interface ImportOptions {
  readonly json?: boolean;
  readonly data?: string;
  /** Whose patients the benefits are of. */
  readonly organization?: string;
  /** Of which day the data are, and who published them: for interactions and allergens. */
  readonly date?: string;
  readonly source?: string;
}

/** Throws CommandError when the file or the store is refused. */
export async function runImport(
  kind: ImportKind,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const source = await openSource(file);
  if ((kind === 'benefits') !== (options.organization !== undefined))
    throw new UsageError('--organization <id> is for benefits, and benefits need it.');
  const origin = originOf(kind, options);
  const { store, settle } = await (kind === 'benefits' ? openSealedStore : openImportStore)(
    process.env,
    options.data,
  );
  const bar = progressBar(source.bytes, options.json === true || !process.stderr.isTTY);
  try {
    const rooms = {
      directory: createDirectory({ store, ports: systemPorts }),
      catalog: createCatalog({ store, ports: systemPorts }),
      coverage: createCoverage({ store }),
    };
    const targets =
      kind === 'interactions' || kind === 'allergens'
        ? screeningTargets(kind, createScreening({ store }), origin)
        : importTargets(kind, rooms, options.organization);
    const report = await importFile(source, targets, bar.update);
    await settle();
    return report;
  } finally {
    bar.stop();
    await store.close();
  }
}

/** Nobody can tell from such a file of which day it is, and what follows from it shows both. */
function originOf(kind: ImportKind, { date, source }: ImportOptions): ScreeningOrigin {
  const needsOrigin = kind === 'interactions' || kind === 'allergens';
  if (
    needsOrigin !== (date !== undefined && source !== undefined) ||
    (!needsOrigin && (date ?? source) !== undefined)
  )
    throw new UsageError(
      '--date <day> and --source <name> are for interactions and allergens, and both need them.',
    );
  return { datedOn: date ?? '', source: source ?? '' };
}

function progressBar(
  bytes: number,
  isSilent: boolean,
): { readonly update: (progress: Progress) => void; readonly stop: () => void } {
  if (isSilent) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {rows} rows | {eta_formatted} left',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(bytes, 0, { rows: 0 });
  return { update: ({ bytesRead, rows }) => bar.update(bytesRead, { rows }), stop: () => bar.stop() };
}

/** Refused rows that the report for people shows one by one. */
const REFUSED_SHOWN = 10;

/** The report for people. */
export function reportLines(kind: ImportKind, report: ImportReport): readonly string[] {
  const { rows, imported, unchanged, refused, removed } = report;
  const { refusedByCode, warningsByCode, refusedRows } = report;
  const counts = (byCode: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(byCode)
      .toSorted(([, a], [, b]) => b - a)
      .map(([code, times]) => `  ${String(times).padStart(8)}  ${code}`);
  return [
    `${kind}: ${rows} rows read, ${imported} imported, ${unchanged} unchanged, ${refused} refused.`,
    ...(removed > 0 ? [`Earlier rows that went because the file no longer names them: ${removed}.`] : []),
    ...(refused > 0 ? ['Refused:', ...counts(refusedByCode)] : []),
    ...refusedRows
      .slice(0, REFUSED_SHOWN)
      .map(
        ({ line, key, code, message }) =>
          `  line ${line}${key === '' ? '' : ` (${JSON.stringify(key.slice(0, 40))})`} ${code}: ${message}`,
      ),
    ...(refused > REFUSED_SHOWN ? ['  … all of them with --json'] : []),
    ...(Object.keys(warningsByCode).length > 0
      ? ['Taken with something left out:', ...counts(warningsByCode)]
      : []),
  ];
}
