// `pestle script`: what each subcommand prints, in and out, and its exit code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, check } from '@pestle/script';
import { cancelRx, newRx } from '@pestle/testbed/messages/script-messages';
import { Command } from 'commander';
import { CommandError } from '../output.ts';
import { scriptCommand } from './command.ts';

interface Ran {
  readonly out: string;
  readonly notes: string;
  readonly code: number;
}

/** Runs the command inside a program that has a `--version` of its own, as `pestle` has. */
async function run(input: string, ...args: string[]): Promise<Ran> {
  let out = '';
  let notes = '';
  let code = 0;
  const files: Record<string, string> = {
    'profile.json': '{"noteLines":["Acct 42"],"versionAttributes":"20170712"}',
  };
  const io = {
    read: async (path: string | undefined) => Buffer.from(path === undefined ? input : (files[path] ?? '')),
    write: async (text: string) => {
      out += text;
    },
    note: (line: string) => {
      notes += `${line}\n`;
    },
    exit: (status: number) => {
      code = status;
    },
  };
  const program = new Command('pestle')
    .version('0.1.0')
    .enablePositionalOptions()
    .addCommand(scriptCommand(io));
  try {
    await program.parseAsync(['script', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { out, notes: notes + [error.message, ...error.lines].join('\n'), code: 1 };
  }
  return { out, notes, code };
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const xml = build(newRx).text;

test('read prints typed JSON, build takes it back', async () => {
  const read = await run(xml, 'read');
  assert.deepEqual(JSON.parse(read.out), newRx);
  assert.match(read.notes, /^NewRx, SCRIPT 2017071, XML/);
  assert.equal((await run(read.out, 'build')).out, `${xml}\n`);
  assert.equal(
    (await run(read.out, 'build', '--version', '2023011', '--form', 'json')).out,
    `${build(newRx, { version: '2023011', form: 'json' }).text}\n`,
  );
});

test('convert turns XML into JSON, JSON into XML, one version into the other', async () => {
  const json = await run(xml, 'convert');
  assert.equal(json.out, `${build(newRx, { form: 'json' }).text}\n`);
  const back = await run(json.out, 'convert', '--version', '2017071');
  assert.equal(back.out, `${xml.replaceAll(/ Qualifier="."/g, '')}\n`);
  const newer = await run(xml, 'convert', '--form', 'xml', '--version', '2023011');
  assert.equal(newer.out, `${build(newRx, { version: '2023011' }).text}\n`);
  const seedShape = await run(xml, 'convert', '--form', 'xml', '--version', '2023011', '--shape', '2017071');
  assert.equal(seedShape.out, `${xml.replaceAll('20170715', '20230115')}\n`);
});

test('convert keeps what a full CancelRx says', async () => {
  const full = build(cancelRx, { cancelContent: 'full' }).text;
  assert.equal((await run(full, 'convert', '--form', 'xml')).out, `${full}\n`);
});

test('check prints a table and exits 1 on errors, 0 without', async () => {
  assert.deepEqual(await run(xml, 'check'), { out: 'ok: nothing breaks the standard\n', notes: '', code: 0 });
  const broken = await run(
    xml.replace('<Gender>F</Gender>', '<Gender>X</Gender>').replace('<Value>30</Value>', '<Value>.5</Value>'),
    'check',
  );
  assert.equal(broken.code, 1);
  assert.match(broken.out, /^Where +Rule +Allowed +Found\n-+ /);
  assert.match(broken.out, /Body\/NewRx\/Patient\/HumanPatient\/Gender +code +one of M, F, U +X\n/);
  assert.match(broken.out, /Quantity\/Value +pattern/);
  assert.match(broken.out, /2 finding\(s\)/);
  assert.equal((await run('<nonsense', 'check')).code, 1);
  assert.equal((await run(JSON.stringify(newRx), 'check', '--version', '2017071')).code, 0);
});

test('check names what it did not look into, and exits 0 for it', async () => {
  const ward = '<Facility><FacilityName>Ward</FacilityName></Facility>';
  assert.deepEqual(await run(xml.replace('<Patient>', `${ward}<Patient>`), 'check'), {
    out: 'ok: nothing breaks the standard\nnot checked: Body/NewRx/Facility\n',
    notes: '',
    code: 0,
  });
  const { out } = await run(xml.replace('<Patient>', `${ward}<Patient>`), 'check', '--json');
  assert.deepEqual(JSON.parse(out), { ok: true, findings: [], unchecked: ['Body/NewRx/Facility'] });
});

test('check takes a message that says where its schema is', async () => {
  const located = xml.replace(
    '<Message ',
    '<Message xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="transport.xsd" ',
  );
  assert.equal((await run(located, 'check')).code, 0);
});

test('build refuses what check refuses, with the table, unless told otherwise', async () => {
  const wrong = JSON.stringify({ ...newRx, patient: { ...newRx.patient, gender: 'X' } });
  const refused = await run(wrong, 'build');
  assert.equal(refused.code, 1);
  assert.equal(refused.out, '');
  assert.match(refused.notes, /refused: .*\(1, first: .*Gender code\)[\s\S]*one of M, F, U/);
  assert.match((await run(wrong, 'build', '--unchecked')).out, /<Gender>X</);
  assert.equal((await run(xml, 'build')).code, 1);
});

test('build takes a profile from a file', async () => {
  const { out } = await run(JSON.stringify(newRx), 'build', '--profile', 'profile.json');
  assert.match(out, /ECLVersion="20170712"[\s\S]*<Note>Call patient when ready \| Acct 42<\/Note>/);
});

test('it works on real pipes', () => {
  const pipe = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [main, 'script', ...args], { input, encoding: 'utf8' });
  const ok = pipe(xml, 'check');
  assert.equal(ok.stderr, '');
  assert.deepEqual([ok.status, ok.stdout], [0, 'ok: nothing breaks the standard\n']);
  const nothing = pipe('', 'read');
  assert.deepEqual([nothing.status, nothing.stdout], [1, '']);
  const broken = pipe(xml.replace('<Gender>F<', '<Gender>X<'), 'check', '--json');
  assert.deepEqual([broken.status, broken.stderr], [1, '']);
  const { ok: isOk, findings } = JSON.parse(broken.stdout) as { ok: boolean; findings: readonly object[] };
  assert.deepEqual(
    [isOk, findings],
    [false, check(xml.replace('<Gender>F<', '<Gender>X<')).map((finding) => ({ ...finding }))],
  );
});
