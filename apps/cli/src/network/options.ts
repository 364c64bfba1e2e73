// Options that every change of a pharmacy or a partner has.
import { type Command, InvalidArgumentError } from 'commander';
import { JSON_OPTION, STORE_OPTION } from '../options.ts';

/** `withFile`: the change itself may stand in a file. */
export function changeOptions(command: Command, withFile = true): Command {
  if (withFile) command.option('-f, --file <file>', 'JSON with what changes; - for standard input');
  return command
    .option('--revision <number>', 'refuse when somebody changed it since this revision of `show`', toWhole)
    .option('--dry-run', 'say what would change, field by field, and change nothing', false)
    .option('--by <name>', 'who does it; without it the name of the login')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION);
}

export function toWhole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

const PAGE_MAX = 200;

/** For how many rows a list shows. */
export function toPageSize(text: string): number {
  const size = toWhole(text);
  if (size > PAGE_MAX) throw new InvalidArgumentError(`At most ${PAGE_MAX}.`);
  return size;
}
