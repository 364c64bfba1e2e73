// What the command line writes: answers on standard output, for people or as JSON, and the errors that a command ends with.
import { styleText } from 'node:util';
import type { Failure } from '@pestle/service/kernel';
import type { JsonOption } from './options.ts';

type Style = Parameters<typeof styleText>[0];

/** Styled for a terminal that shows styles (NO_COLOR is heeded); plain elsewhere. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

export function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A part of a line, of an answer that is written piece by piece. */
export function sayPart(text: string): void {
  process.stdout.write(text);
}

/** What the command found or did: one JSON object where that was asked for, else its lines for people. */
export function answer({ json = false }: JsonOption, value: object, lines: readonly string[]): void {
  if (json) say(JSON.stringify(value));
  else if (lines.length > 0) say(...lines);
}

/** An instant for people: whole seconds, UTC. */
export function short(instant: string): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}

/** What went wrong; apart from answers, which other programs may read. */
export function complain(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** An end that the person can do something about: its message is all that is shown, with `lines` below it. */
export class CommandError extends Error {
  readonly lines: readonly string[];
  /** What a program reads beside the message, with `--json`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    {
      lines = [],
      facts = {},
    }: { readonly lines?: readonly string[]; readonly facts?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = 'CommandError';
    this.lines = lines;
    this.facts = facts;
  }
}

/** A refusal of the service as a sentence about the option that it is of; `options` names them by their paths. */
export function optionWords(
  { message, detail }: Pick<Failure, 'message' | 'detail'>,
  options: Readonly<Record<string, string>>,
): string {
  const [field] = detail.fields ?? [];
  if (field === undefined) return message;
  const option = options[field.path];
  return option === undefined ? field.message : `${option}: ${field.message}`;
}

/** A command that was not understood, as its parser finds it: nothing was tried. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The sentence for a port that another program holds, or undefined for another error. */
export function portInUse(error: unknown, port: number, option: string): CommandError | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'EADDRINUSE')
    return undefined;
  return new CommandError(
    `Port ${port} is in use by another program. Stop it, or choose another port with ${option}.`,
  );
}
