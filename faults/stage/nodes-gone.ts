// What must hold of nodes and answers behind every fault that is not theirs: nobody ended, and nobody was told what no fault explains.
import type { Stage } from './stage.ts';

export function nodesGone(stage: Stage): readonly string[] {
  return stage.nodes.flatMap((node, index) => (node.alive() ? [] : [`node ${index} has ended by itself`]));
}

/** What nodes logged of errors that nobody foresaw: without it an answer of INTERNAL says nothing. */
export function unexpectedErrors(stage: Stage): readonly string[] {
  return stage.nodes.flatMap((node) =>
    node
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"unexpected error"')),
  );
}

/** Behind a fault of the store a client may be told 503, or hear nothing from a connection that ended; no other failure is one it may see. */
export function otherStatuses(stage: Stage): readonly string[] {
  return Object.entries(stage.load.tally.statuses)
    .filter(([status]) => !['0', '200', '503'].includes(status))
    .map(([status, count]) => `${count} answers with status ${status}`);
}
