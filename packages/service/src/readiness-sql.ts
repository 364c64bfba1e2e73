// The statements by which a node sees whether the store takes a write.
import type { Statement, StepGroup } from './store/store.ts';

const step = (name: string, text: string): { statement: Statement; values: readonly unknown[] } => ({
  statement: { name: `pestle_ready_${name}`, text },
  values: [],
});

/**
 * A write that leaves nothing behind: a table that may be written, a file that grows on the disk of the data (a sort larger
 * than its memory), and a commit that reaches the log.
 */
export const WRITE: readonly StepGroup[] = [
  {
    scope: { role: 'courier' },
    steps: [
      step('table', 'delete from idempotency_key where false'),
      step('memory', "select set_config('work_mem', '64kB', true)"),
      step(
        'file',
        'select text from (select md5(n::text) as text from generate_series(1, 2000) as n order by 1) as sorted offset 1999',
      ),
      step('log', "select pg_logical_emit_message(true, 'pestle', 'ready')"),
    ],
  },
];
