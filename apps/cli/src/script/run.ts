// The work of `pestle script`: builds, reads, checks and converts one message.
import {
  type BuildOptions,
  build,
  type CancelContent,
  check,
  type Finding,
  type Form,
  type Received,
  read,
  ScriptError,
  type Version,
} from '@pestle/script';
import type { JsonOption } from '../options.ts';
import { CommandError } from '../output.ts';
import type { Io } from './io.ts';
import { table } from './table.ts';

export interface ScriptOptions extends JsonOption {
  readonly version?: Version;
  readonly form?: Form;
  readonly content?: CancelContent;
  readonly shape?: Version;
  readonly output?: string;
  readonly profile?: string;
  readonly unchecked?: boolean;
}

export type Act = 'build' | 'read' | 'check' | 'convert';

/** Works on the file, or on standard input without one. Throws CommandError for what cannot be read, or must not be written. */
export async function runScript(
  act: Act,
  file: string | undefined,
  options: ScriptOptions,
  io: Io,
): Promise<void> {
  try {
    await ACTS[act](await io.read(file), options, io);
  } catch (error) {
    if (error instanceof ScriptError) {
      const { message, findings } = error;
      throw findings.length === 0
        ? new CommandError(message)
        : new CommandError(message, { lines: [tableOf(findings)], facts: { findings } });
    }
    if (error instanceof SyntaxError || isFileError(error)) throw new CommandError(error.message);
    throw error;
  }
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

async function buildFile(input: Uint8Array, options: ScriptOptions, io: Io): Promise<void> {
  const message = typed(input);
  if (message === undefined)
    throw new SyntaxError('the input is no typed message: a JSON object with a member "type"');
  const profile =
    options.profile === undefined ? {} : (JSON.parse(text(await io.read(options.profile))) as BuildOptions);
  await write(message, { ...profile, ...wanted(options) }, options, io);
}

async function readFile(input: Uint8Array, options: ScriptOptions, io: Io): Promise<void> {
  const { message, warnings, version, form, shape } = read(
    input,
    options.version ? { version: options.version } : {},
  );
  io.note(
    `${message.type}, SCRIPT ${version}${shape === version ? '' : ` in the shape of ${shape}`}, ${form.toUpperCase()}`,
  );
  for (const warning of warnings)
    io.note(`warning: ${warning.path === '' ? '' : `${warning.path}: `}${warning.message}`);
  await io.write(`${JSON.stringify(message, null, 2)}\n`, options.output);
}

async function checkFile(input: Uint8Array, options: ScriptOptions, io: Io): Promise<void> {
  const findings = check(typed(input) ?? input, wanted(options));
  const words =
    findings.length === 0
      ? 'ok: nothing breaks the standard'
      : `${tableOf(findings)}\n\n${findings.length} finding(s)`;
  // What nobody looked into is said as well: it is neither wrong nor right.
  const { unchecked } = findings;
  const report =
    options.json === true
      ? JSON.stringify({ ok: findings.length === 0, findings, unchecked })
      : [words, ...unchecked.map((path) => `not checked: ${path}`)].join('\n');
  await io.write(`${report}\n`, options.output);
  if (findings.length > 0) io.exit(1);
}

async function convertFile(input: Uint8Array, options: ScriptOptions, io: Io): Promise<void> {
  const { message, version, shape, form, attributes } = read(
    input,
    options.version ? { version: options.version } : {},
  );
  const other: Form = form === 'xml' ? 'json' : 'xml';
  // Another version has attributes and a shape of its own; the same one keeps what the document had.
  const kept =
    options.version === undefined || options.version === version
      ? { shape, versionAttributes: attributes }
      : {};
  await write(
    message,
    { version, form: other, cancelContent: 'full', ...kept, ...wanted(options) },
    options,
    io,
  );
}

async function write(
  message: Received,
  build_: BuildOptions,
  { output, unchecked }: ScriptOptions,
  io: Io,
): Promise<void> {
  const { text: document, warnings } = build(message, {
    ...build_,
    ...(unchecked === true ? { unchecked } : {}),
  });
  for (const { path, message: words } of warnings) io.note(`warning: ${path}: ${words}`);
  await io.write(`${document}\n`, output);
}

const ACTS: Readonly<Record<Act, (input: Uint8Array, options: ScriptOptions, io: Io) => Promise<void>>> = {
  build: buildFile,
  read: readFile,
  check: checkFile,
  convert: convertFile,
};

/** What the command line says of a document; nothing where it says nothing. */
function wanted({ version, form, content, shape }: ScriptOptions): BuildOptions {
  return {
    ...(version ? { version } : {}),
    ...(form ? { form } : {}),
    ...(content ? { cancelContent: content } : {}),
    ...(shape ? { shape } : {}),
  };
}

/** A typed message, as `read` prints it; undefined for a SCRIPT document. */
function typed(input: Uint8Array): Received | undefined {
  const source = text(input).trimStart();
  if (!source.startsWith('{')) return undefined;
  const value = JSON.parse(source) as object;
  return 'type' in value && typeof value.type === 'string' ? (value as Received) : undefined;
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const tableOf = (findings: readonly Finding[]): string =>
  table(
    ['Where', 'Rule', 'Allowed', 'Found'],
    findings.map(({ path, rule, limit, found }) => [
      path === '' ? '(document)' : path,
      rule,
      shortened(limit),
      found,
    ]),
  );

/** A code list can be long; a table is not the place for it. */
const shortened = (limit: string): string => (limit.length > 60 ? `${limit.slice(0, 57)}...` : limit);
