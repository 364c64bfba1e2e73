// `pestle order …`: one order, by the number that people say on the telephone.
import { Command } from 'commander';
import { JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { OrderOptions } from './run.ts';

export function orderCommand(): Command {
  const order = new Command('order').description(
    'one order: where it stands, in the words that its practice reads (docs/guides/queue.md)',
  );
  order
    .command('show')
    .description(
      'where an order stands, in the words and the time zone of its practice: no patient and no medication',
    )
    .argument('<number>', 'its eight digits, such as 4127 0364 or 41270364, or ord_…')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (number: string, options: OrderOptions) => {
      const { showOrder } = await import('./run.ts');
      await showOrder(process.env, number, options);
    });
  return order;
}
