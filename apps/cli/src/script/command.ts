// `pestle script build|read|check|convert`: the SCRIPT library on files and pipes.
import { Command, Option } from 'commander';
import { JSON_OPTION } from '../options.ts';
import { type Io, processIo } from './io.ts';
import type { Act, ScriptOptions } from './run.ts';

const VERSIONS = ['2017071', '2023011'];

/**
 * The command `script` with its four subcommands. A program that has a `--version` of its own must call
 * `enablePositionalOptions()`, or it takes the one that is meant here.
 */
export function scriptCommand(io: Io = processIo): Command {
  const script = new Command('script').description('build, read, check and convert NCPDP SCRIPT messages');
  add(script, io, 'build', 'write the message of a typed JSON file (what `read` prints) as XML or JSON')
    .addOption(formOption())
    .option('--profile <file>', 'a pharmacy profile in JSON: versionAttributes, noteLines, edits …')
    .option('--unchecked', 'write it even where it breaks the standard');
  add(
    script,
    io,
    'read',
    'print what a message says, as typed JSON; what was forgiven goes to standard error',
  );
  add(script, io, 'check', 'list everything that breaks the standard; exits with 1 if anything does').option(
    ...JSON_OPTION,
  );
  add(script, io, 'convert', 'turn XML into JSON and JSON into XML, or one version into the other')
    .addOption(formOption())
    .option('--unchecked', 'write it even where it breaks the standard');
  return script;
}

function add(script: Command, io: Io, act: Act, description: string): Command {
  const version = new Option(
    '--version <version>',
    'SCRIPT version; JSON documents do not say theirs',
  ).choices(VERSIONS);
  const shape = new Option('--shape <version>', 'the shape, where it differs from the version').choices(
    VERSIONS,
  );
  const content = new Option('--content <content>', 'what a CancelRx says').choices(['reduced', 'full']);
  return script
    .command(act)
    .description(description)
    .argument('[file]', 'a file; standard input without one')
    .addOption(version)
    .addOption(shape)
    .addOption(content)
    .option('-o, --output <file>', 'write to a file')
    .action(async (file: string | undefined, options: ScriptOptions) => {
      const { runScript } = await import('./run.ts');
      await runScript(act, file, options, io);
    });
}

const formOption = (): Option => new Option('--form <form>', 'what to write').choices(['xml', 'json']);
