// Runs a command and tells how it failed, in one way for all: the words on standard error, 2 for a command that was not understood, 1 for any other failure.
import { type Command, CommanderError } from 'commander';
import { CommandError, complain, UsageError } from './output.ts';

const FAILED = 1;
const NOT_UNDERSTOOD = 2;

interface Problem {
  readonly code: 'usage' | 'failed' | 'unexpected';
  readonly message: string;
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The exit status that the failure asks for; undefined when the command came to its end, which may have set one itself. */
export async function runProgram(
  program: Command,
  args: readonly string[],
  write: (...lines: readonly string[]) => void = complain,
): Promise<number | undefined> {
  const parsing: Parsing = { help: '', asked: program };
  for (const command of family(program)) listen(command, parsing);
  try {
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    const problem = problemOf(error, parsing);
    write(...linesOf(problem, asksForJson(args)));
    return problem.code === 'usage' ? NOT_UNDERSTOOD : FAILED;
  }
}

/** What the parser said before it gave up. */
interface Parsing {
  /** The help that it shows to whoever names no command. */
  help: string;
  /** The command that refused. */
  asked: Command;
}

function listen(command: Command, parsing: Parsing): void {
  command
    .exitOverride((error) => {
      parsing.asked = command;
      throw error;
    })
    .configureOutput({
      // Told once, at the end, in the form that was asked for.
      outputError: () => undefined,
      writeErr: (text) => {
        parsing.help += text;
      },
    });
}

/** The command and all below it. */
export function family(command: Command): Command[] {
  return [command, ...command.commands.flatMap(family)];
}

/** As it is typed: `pestle audit verify`. */
export function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function problemOf(error: unknown, { help, asked }: Parsing): Problem {
  if (error instanceof CommanderError && error.code === 'commander.help')
    return { code: 'usage', message: `name a command of ${fullName(asked)}`, lines: [help], facts: {} };
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    return { code: 'usage', message, lines: [hint(asked)], facts: {} };
  }
  if (error instanceof CommandError) {
    const { message, lines, facts } = error;
    return { code: error instanceof UsageError ? 'usage' : 'failed', message, lines, facts };
  }
  // The stack only: what else an error carries may be a secret, such as an address with its password.
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { code: 'unexpected', message, lines: [stack], facts: {} };
}

const hint = (command: Command): string => `"${fullName(command)} --help" shows what it takes.`;

function linesOf({ code, message, lines, facts }: Problem, json: boolean): readonly string[] {
  return json ? [JSON.stringify({ error: { code, message, ...facts } })] : [`error: ${message}`, ...lines];
}

/** Read from what was typed: a command that was not understood has no options yet. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}
