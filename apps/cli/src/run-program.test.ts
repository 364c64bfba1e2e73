// Goal: every command fails in one way: words on standard error or one JSON object, 2 for what was not understood, 1 for what failed; and none loads another's modules.
// Method: a walk over all commands in this process, and the real program where its streams, its status and its modules count.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError } from './output.ts';
import { createProgram } from './program.ts';
import { family, fullName, runProgram } from './run-program.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const TIMEOUT_MS = 60_000;

const all = family(createProgram());
const leaves = all.filter(({ commands }) => commands.length === 0);
const groups = all.filter(({ commands }) => commands.length > 0);
/** With a value for what must be given. */
const complete = (command: Command): string[] => [
  ...wordsOf(command),
  ...command.options.flatMap(({ mandatory, long, argChoices: [choice = '1'] = [] }) =>
    mandatory && long ? [long, choice] : [],
  ),
];
const wordsOf = (command: Command): string[] => fullName(command).split(' ').slice(1);

async function ran(args: readonly string[]): Promise<{ status: number | undefined; said: string }> {
  let said = '';
  const status = await runProgram(createProgram(), args, (...lines) => {
    said += `${lines.join('\n')}\n`;
  });
  return { status, said };
}

interface PrintedError {
  readonly error: { readonly code: string; readonly message: string };
}

function pestle(args: readonly string[], nodeArgs: readonly string[] = [], input = '') {
  const { PATH = '', HOME = '' } = process.env;
  return spawnSync(process.execPath, [...nodeArgs, main, ...args], {
    input,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { PATH, HOME, NO_COLOR: '1' },
  });
}

describe('a command that was not understood', () => {
  test('the walk sees every command', () => {
    assert.ok(leaves.length >= 20, `${leaves.length} commands`);
  });

  test('an unknown option ends with 2 and names it, in every command, in words and as JSON', async () => {
    for (const command of leaves) {
      const { status, said } = await ran([...complete(command), '--no-such-option']);
      assert.equal(status, 2, fullName(command));
      assert.match(said, /^error: .*--no-such-option.*\n"pestle [a-z -]+ --help" shows what it takes\.\n$/);
      const json = await ran([...complete(command), '--no-such-option', '--json']);
      assert.equal(json.status, 2);
      const { error } = JSON.parse(json.said) as PrintedError;
      assert.deepEqual([error.code, /--no-such-option/.test(error.message)], ['usage', true]);
    }
  });

  test('a misspelt command or option ends with 2, and the one that was meant is named', async () => {
    for (const command of all.filter(({ parent }) => parent !== null)) {
      const words = wordsOf(command);
      const { status, said } = await ran([...words.slice(0, -1), `${command.name()}x`]);
      assert.deepEqual([status, said.includes(`(Did you mean ${command.name()}?)`)], [2, true], said);
    }
    const { said } = await ran(['doctor', '--jsn']);
    assert.match(said, /^error: unknown option '--jsn' \(Did you mean --json\?\)/);
  });

  test('a group without a command ends with 2 and lists its commands', async () => {
    for (const group of groups) {
      const { status, said } = await ran(wordsOf(group));
      assert.equal(status, 2, fullName(group));
      for (const one of group.commands) assert.match(said, new RegExp(`Commands:[^]*${one.name()}`));
    }
  });

  test('a missing argument, an option without its value and a value that cannot be are told the same way', async () => {
    const cases: ReadonlyArray<readonly [args: readonly string[], words: RegExp]> = [
      [['import'], /missing required argument 'kind'/],
      [['import', 'horses', 'file.csv'], /Allowed choices are treatments/],
      [['try', '--port'], /'--port <port>' argument missing/],
      [['try', '--port', 'x'], /A port is a number/],
      [['organization', 'create', '--name', 'Elm'], /required option '--admin-email/],
      [['organization', 'settings', 'org_1'], /Name a setting/],
      [['maintenance', 'add', '--minutes', '5'], /name whom it concerns/],
      [['audit', 'verify', 'surplus'], /too many arguments/],
    ];
    for (const [args, words] of cases) {
      const { status, said } = await ran(args);
      assert.equal(status, 2, args.join(' '));
      assert.match(said, words);
    }
  });

  test('--json behind -- is no option, and help is no failure', async () => {
    const { said } = await ran(['audit', 'verify', '--', '--json']);
    assert.match(said, /^error: too many arguments/);
    const { status, stdout, stderr } = pestle(['script', '--help']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Usage: pestle script/);
  });
});

describe('a command that failed', () => {
  test('every command answers a program: with --json, or with what is for programs anyway', () => {
    const without = leaves.filter(({ options }) => !options.some(({ long }) => long === '--json'));
    assert.deepEqual(without.map(fullName), [
      // They keep running, and log JSON.
      'pestle sandbox',
      'pestle serve',
      // Their answer is JSON, a key or a message whatever is asked for.
      'pestle audit checkpoints',
      'pestle audit key',
      'pestle pharmacy schema',
      'pestle script build',
      'pestle script read',
      'pestle script convert',
    ]);
  });

  test('without a store and with ids that are none, every command that works on one says in words what to do, and ends with 1, or 2', async (t) => {
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
    Object.assign(process.env, {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      MIGRATE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      IDENTITY_KEY: key(1),
      LINK_KEY: key(2),
      DATA_KEY: key(3),
    });
    // They need no store, or judge by themselves what they find: tests of their own hold them.
    const own = /^pestle (?:sandbox|serve|try|doctor|demo|script .*|audit key|pharmacy schema)$/;
    for (const command of leaves.filter((one) => !own.test(fullName(one)))) {
      const given = command.registeredArguments
        .filter(({ required }) => required)
        .map(({ argChoices: [choice = 'no_such'] = [] }) => choice);
      const json = command.options.some(({ long }) => long === '--json') ? ['--json'] : [];
      const { status, said } = await ran([...complete(command), ...given, ...json]);
      assert.ok(status === 1 || status === 2, `${fullName(command)} ended with ${status}`);
      const { code, message } =
        json.length === 0 ? { code: 'failed', message: said } : (JSON.parse(said) as PrintedError).error;
      assert.equal(code, status === 2 ? 'usage' : 'failed', `${fullName(command)}: ${message}`);
      assert.match(message, /^(?!.*\b(?:unknown|undefined|null)\b).*\w+ \w+ \w+/s, fullName(command));
    }
  });

  test('ends with 1; standard output stays empty, also for what a program reads', () => {
    const plain = pestle(['migrate']);
    assert.deepEqual([plain.status, plain.stdout], [1, '']);
    assert.match(plain.stderr, /^error: MIGRATE_DATABASE_URL is missing/);
    const json = pestle(['script', 'check', 'no-such-file.xml', '--json']);
    assert.deepEqual([json.status, json.stdout], [1, '']);
    const { error } = JSON.parse(json.stderr) as PrintedError;
    assert.deepEqual([error.code, /no such file/.test(error.message)], ['failed', true]);
  });

  test('what was not foreseen shows its stack, and nothing else that the error carries', async () => {
    const failing = (): Command =>
      createProgram().action(() => {
        throw Object.assign(new TypeError('Invalid URL'), { input: 'postgresql://canary-password@db' });
      });
    const lines: string[] = [];
    assert.equal(await runProgram(failing(), [], (...said) => lines.push(...said)), 1);
    assert.match(lines.join('\n'), /^error: Invalid URL\nTypeError: Invalid URL\n {4}at /);
    assert.doesNotMatch(lines.join('\n'), /canary/);
  });

  test('what a program should know beside the message comes with it', async () => {
    const refusing = createProgram().action(() => {
      throw new CommandError('refused', { lines: ['a table'], facts: { findings: [1] } });
    });
    const lines: string[] = [];
    assert.equal(
      await runProgram(refusing.option('--json'), ['--json'], (...said) => lines.push(...said)),
      1,
    );
    assert.deepEqual(
      lines.map((line): unknown => JSON.parse(line)),
      [{ error: { code: 'failed', message: 'refused', findings: [1] } }],
    );
  });
});

describe('modules', () => {
  /** Writes the address of every module that is loaded, when the process ends. */
  const LISTING = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    process.on('exit', () => process.stderr.write(loaded.join('\\n')));`)}`;
  const loadedBy = (args: readonly string[], input: string): string[] => {
    const { stderr } = pestle(args, ['--import', LISTING], input);
    return stderr.split('\n').filter((url) => url.startsWith('file:'));
  };
  /** The words that options take, from files that import nothing. */
  const words = /\/packages\/rules\/src\/policies\/[\w-]+\.ts$/;
  const foreign = (url: string): boolean =>
    !words.test(url) &&
    /\/packages\/(?!script\/)|\/apps\/(?!cli\/)|node_modules\/(?!commander\/|saxes\/|xmlchars\/)/.test(url);

  test('script check loads the SCRIPT library and the parser of the command line, not the service', () => {
    const loaded = loadedBy(['script', 'check'], '<Message/>');
    assert.ok(
      loaded.some((url) => url.includes('/packages/script/src/')),
      loaded.join('\n'),
    );
    assert.deepEqual(loaded.filter(foreign), []);
  });

  test('help and version load the definitions only', () => {
    for (const option of ['--help', '--version']) {
      const loaded = loadedBy([option], '');
      assert.ok(loaded.some((url) => url.endsWith('/apps/cli/src/program.ts')));
      assert.deepEqual(
        loaded.filter((url) => foreign(url) || url.includes('/packages/script/')),
        [],
      );
    }
  });
});
