// What a run of faults prints: a line for each fault while it runs, and a table of all at the end.
import type { Fault, Outcome } from './fault.ts';
import { FAULT_LIMITS } from './limits.ts';

/** What became of one fault. */
export type Ended =
  | { readonly fault: Fault; readonly is: 'run'; readonly outcome: Outcome }
  | { readonly fault: Fault; readonly is: 'not run'; readonly why: string };

/** Everything for which a fault counts as failed; empty when it held. */
export function failuresOf(ended: Ended): readonly string[] {
  if (ended.is === 'not run') return [];
  const { trials, judged, lost, doubled, broken } = ended.outcome;
  const nothing = trials === 0 || judged === 0 ? ['it judged nothing'] : [];
  const silent = broken.length === 0 && lost + doubled > 0 ? ['something was lost or doubled'] : [];
  return [...nothing, ...broken, ...silent];
}

export function lineOf(ended: Ended): string {
  if (ended.is === 'not run') return `${ended.fault.id}  not run: ${ended.why}`;
  const { trials, judged, lost, doubled, recoveryMs, figures = {} } = ended.outcome;
  const failures = failuresOf(ended);
  const own = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const parts = [
    `${trials} trials`,
    `${judged} judged`,
    `${lost} lost`,
    `${doubled} doubled`,
    recoveryOf(recoveryMs),
    ...own,
  ];
  const more = failures.length - FAULT_LIMITS.printedViolations;
  return [
    `${ended.fault.id}  ${failures.length === 0 ? 'held' : 'BROKEN'}: ${parts.join(', ')}`,
    ...failures.slice(0, FAULT_LIMITS.printedViolations).map((failure) => `     - ${failure}`),
    ...(more > 0 ? [`     … and ${more} more`] : []),
  ].join('\n');
}

/** The rows of docs/reliability.md, as Markdown. */
export function tableOf(all: readonly Ended[]): string {
  const rows = all.map((ended) => {
    const { id, name } = ended.fault;
    if (ended.is === 'not run') return `| ${id} | ${name} | not run: ${ended.why} | | | | |`;
    const { trials, judged, lost, doubled, recoveryMs } = ended.outcome;
    const verdict = failuresOf(ended).length === 0 ? 'held' : '**broken**';
    return `| ${id} | ${name} | ${trials} | ${judged} | ${lost} / ${doubled} | ${recoveryOf(recoveryMs)} | ${verdict} |`;
  });
  return [
    '| # | fault | trials | judged | lost / doubled | recovery | |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function recoveryOf(recoveryMs: readonly number[]): string {
  const sorted = recoveryMs.toSorted((a, b) => a - b);
  const worst = sorted.at(-1);
  if (worst === undefined) return 'nothing to recover';
  const median = sorted[Math.floor(sorted.length / 2)] ?? worst;
  return `recovery median ${seconds(median)}, worst ${seconds(worst)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
