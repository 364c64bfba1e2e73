// `pestle script build|read|check|convert`: the SCRIPT library on files and pipes.
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
import { Command, Option } from 'commander';
import { type Io, processIo } from './io.ts';
import { table } from './table.ts';

interface Options {
  readonly version?: Version;
  readonly form?: Form;
  readonly content?: CancelContent;
  readonly shape?: Version;
  readonly output?: string;
  readonly profile?: string;
  readonly unchecked?: boolean;
}

/**
 * The command `script` with its four subcommands. A program that has a `--version` of its own must call
 * `enablePositionalOptions()`, or it takes the one that is meant here.
 */
export function scriptCommand(io: Io = processIo): Command {
  const script = new Command('script').description('Build, read, check and convert NCPDP SCRIPT messages');
  add(
    script,
    io,
    'build',
    'write the message of a typed JSON file (what `read` prints) as XML or JSON',
    buildFile,
  )
    .addOption(formOption())
    .option('--profile <file>', 'a pharmacy profile in JSON: versionAttributes, noteLines, edits …')
    .option('--unchecked', 'write it even where it breaks the standard');
  add(
    script,
    io,
    'read',
    'print what a message says, as typed JSON; what was forgiven goes to standard error',
    readFile,
  );
  add(script, io, 'check', 'list everything that breaks the standard; exits 1 if anything does', checkFile);
  add(
    script,
    io,
    'convert',
    'turn XML into JSON and JSON into XML, or one version into the other',
    convertFile,
  )
    .addOption(formOption())
    .option('--unchecked', 'write it even where it breaks the standard');
  return script;
}

type Action = (input: Uint8Array, options: Options, io: Io) => Promise<void>;

function add(script: Command, io: Io, name: string, description: string, action: Action): Command {
  const version = new Option(
    '--version <version>',
    'SCRIPT version; JSON documents do not say theirs',
  ).choices(['2017071', '2023011']);
  const shape = new Option('--shape <version>', 'the shape, where it differs from the version').choices([
    '2017071',
    '2023011',
  ]);
  const content = new Option('--content <content>', 'what a CancelRx says').choices(['reduced', 'full']);
  return script
    .command(name)
    .description(description)
    .argument('[file]', 'a file; standard input without one')
    .addOption(version)
    .addOption(shape)
    .addOption(content)
    .option('-o, --output <file>', 'write to a file')
    .action(async (file: string | undefined, options: Options) => {
      try {
        await action(await io.read(file), options, io);
      } catch (error) {
        if (!(error instanceof ScriptError || error instanceof SyntaxError || isFileError(error)))
          throw error;
        io.note(`error: ${error.message}`);
        if (error instanceof ScriptError && error.findings.length > 0) io.note(tableOf(error.findings));
        io.exit(1);
      }
    });
}

const formOption = (): Option => new Option('--form <form>', 'what to write').choices(['xml', 'json']);

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

async function buildFile(input: Uint8Array, options: Options, io: Io): Promise<void> {
  const message = typed(input);
  if (message === undefined)
    throw new SyntaxError('the input is no typed message: a JSON object with a member "type"');
  const profile =
    options.profile === undefined ? {} : (JSON.parse(text(await io.read(options.profile))) as BuildOptions);
  await write(message, { ...profile, ...wanted(options) }, options, io);
}

async function readFile(input: Uint8Array, options: Options, io: Io): Promise<void> {
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

async function checkFile(input: Uint8Array, options: Options, io: Io): Promise<void> {
  const findings = check(typed(input) ?? input, wanted(options));
  const words =
    findings.length === 0
      ? 'ok: nothing breaks the standard'
      : `${tableOf(findings)}\n\n${findings.length} finding(s)`;
  await io.write(`${words}\n`, options.output);
  if (findings.length > 0) io.exit(1);
}

async function convertFile(input: Uint8Array, options: Options, io: Io): Promise<void> {
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
  { output, unchecked }: Options,
  io: Io,
): Promise<void> {
  const { text: document, warnings } = build(message, {
    ...build_,
    ...(unchecked === true ? { unchecked } : {}),
  });
  for (const { path, message: words } of warnings) io.note(`warning: ${path}: ${words}`);
  await io.write(`${document}\n`, output);
}

/** What the command line says of a document; nothing where it says nothing. */
function wanted({ version, form, content, shape }: Options): BuildOptions {
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
