// The work of `pestle pharmacy apply` and `export`: tells the verdict of each entry of a file, and prints the file that says what there is.
import type { EnvironmentVariables } from '@pestle/service/config';
import {
  applyFile,
  exportFile,
  newCounts,
  type Verdict,
  type VerdictCounts,
} from '@pestle/service/directory';
import { operator } from '../operator.ts';
import { say, sayPart, styled } from '../output.ts';
import { withFile } from './file-source.ts';
import { type NetworkOptions, withNetwork } from './store.ts';
import { writtenLines } from './words.ts';

export interface ApplyOptions extends NetworkOptions {
  readonly file: string;
  readonly dryRun: boolean;
  readonly by?: string;
}

/** Sets exit status 1 where one was refused. */
export async function applyNetworkFile(env: EnvironmentVariables, options: ApplyOptions): Promise<void> {
  const { dryRun, by = operator() } = options;
  const counts = newCounts();
  const report = createReport(options);
  await withFile(options.file, (file) =>
    withNetwork(env, options, async (network) => {
      for await (const verdict of applyFile((entries) => network.applyEntries(entries), file, {
        by,
        dryRun,
      })) {
        counts[verdict.outcome] += 1;
        report.add(verdict);
      }
    }),
  );
  report.end(counts);
  if (counts.refused > 0) process.exitCode = 1;
}

interface Report {
  add(verdict: Verdict): void;
  end(counts: VerdictCounts): void;
}

/** Written while the file is worked through, so that nothing of it is kept: lines, or the one JSON object piece by piece. */
function createReport({ json = false, dryRun }: ApplyOptions): Report {
  if (!json)
    return {
      add: (verdict) => {
        const lines = verdictLines(verdict);
        if (lines.length > 0) say(...lines);
      },
      end: (counts) =>
        say(
          `${dryRun ? 'Dry run, nothing was written: ' : ''}${Object.entries(counts)
            .map(([outcome, count]) => `${count} ${outcome}`)
            .join(', ')}.`,
        ),
    };
  let count = 0;
  const begin = (): void => sayPart(`{"dryRun":${dryRun},"verdicts":[`);
  return {
    add: (verdict) => {
      if (count === 0) begin();
      sayPart(`${count === 0 ? '' : ','}${JSON.stringify(verdict)}`);
      count += 1;
    },
    end: (counts) => {
      if (count === 0) begin();
      say(`],"counts":${JSON.stringify(counts)}}`);
    },
  };
}

/** Secrets are `(sealed)`: where the file is applied to what it came from they stay, elsewhere they have to be written. */
export async function exportNetwork(env: EnvironmentVariables, options: NetworkOptions): Promise<void> {
  await withNetwork(env, options, async (network) => {
    const pieces = exportFile((query) => network.exportEntries(query), await network.schemaUrl());
    for await (const piece of pieces) sayPart(piece);
  });
}

function verdictLines(verdict: Verdict): readonly string[] {
  if (verdict.outcome !== 'refused') return verdict.outcome === 'unchanged' ? [] : writtenLines(verdict);
  const { entry, line, message, fields } = verdict;
  const head = `${styled('red', 'refused')}    ${entry} (line ${line})`;
  if (fields.length === 0) return [`${head}: ${message}`];
  return [head, ...fields.map((field) => `    ${field.path}: ${field.message}`)];
}
