// Goal: an operator connects a pharmacy from the command line, and each refusal says what to do (D6).
// Method: the guide is followed literally on PostgreSQL and on a running service with the embedded store, against a small pharmacy that is not ours.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import { freePort } from '@pestle/testbed/network/free-port';
import { smallPharmacy } from '@pestle/testbed/network/small-pharmacy';
import { openCommandLine } from '@pestle/testbed/processes/command-line';
import { operatorShell, type Ran } from '@pestle/testbed/processes/operator-shell';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { layMigratedStore, openPostgresTestStore } from '@pestle/testbed/stores/test-store';

const guide = readFileSync(new URL('../../../../docs/guides/connecting.md', import.meta.url), 'utf8');
const KEY = 'the-key-they-gave-you';
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const KEYS = { IDENTITY_KEY: key(1), LINK_KEY: key(2), DATA_KEY: key(3), ENVIRONMENT: 'sandbox' };

/** The guide's commands, one after another, as they stand there; only the pharmacy's address is the test's. */
function guideCommands(url: string): string {
  const blocks = [...guide.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  assert.equal(blocks.length, 6);
  return blocks.join('\n').replaceAll('https://pharmacy.example.org/script', url);
}

interface Shown {
  readonly pharmacy: { readonly id: string; readonly revision: number };
  readonly takesPrescriptions: boolean;
  readonly conformance: { readonly by: string; readonly isCurrent: boolean } | null;
  readonly acts: readonly { readonly action: string; readonly operator: string }[];
}

const { server, held } = smallPharmacy(KEY);
const commandLine = openCommandLine();
const folder = mkdtempSync(join(tmpdir(), 'pestle-connecting-'));
let url: string;
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/script`;
});
after(async () => {
  await commandLine.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** From a new pharmacy to live, and what is known of it then. */
async function follow(run: (script: string) => Promise<Ran>): Promise<Shown> {
  const ran = await run(guideCommands(url));
  assert.equal(ran.status, 0, ran.out + ran.errors);
  assert.match(ran.out, /integration\.stage: testing -> live/);
  assert.match(ran.out, /Dry run, nothing was written: 0 added, 0 changed, 1 unchanged, 0 refused\./);
  assert.ok(!ran.out.includes(KEY), 'no secret is shown');
  assert.ok([...held.values()].includes('canceled'), 'the pharmacy itself saw the run');
  const [{ id }] = (
    JSON.parse((await run('pestle pharmacy list --json')).out) as { pharmacies: [{ id: string }] }
  ).pharmacies;
  const shown = JSON.parse((await run(`pestle pharmacy show ${id} --json`)).out) as Shown;
  assert.equal(shown.takesPrescriptions, true);
  assert.deepEqual([shown.conformance?.by, shown.conformance?.isCurrent], ['Olga', true]);
  assert.deepEqual(
    shown.acts.map(({ action }) => action.replace('pharmacy.', '')),
    ['add', 'change', 'stage', 'begin-check', 'check', 'stage'],
  );
  return shown;
}

describe('pestle pharmacy beside a service on the embedded store', () => {
  const data = join(folder, 'data');
  let service: Service;
  let run: (script: string) => Promise<Ran>;
  let shown: Shown;
  before(async () => {
    await layMigratedStore(data);
    const env = { ...KEYS, PESTLE_DATA_DIR: data };
    const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
    service = await createService(config, { log: createLog({ level: 'silent' }) });
    await service.listen();
    run = await operatorShell(folder, env, commandLine);
  });
  after(() => service.close());

  test('D6: the guide, followed literally, takes a new pharmacy to live', async () => {
    shown = await follow(run);
  });

  test('D6: a stored pharmacy is checked with a place for its reports, as an address is', async () => {
    const { id } = shown.pharmacy;
    const ran = await run(`pestle pharmacy check ${id} --listen ${await freePort()} --wait 0 --json`);
    assert.equal(ran.status, 0, ran.errors);
    const { cases } = JSON.parse(ran.out) as { cases: { id: string; verdict: string; seen: string }[] };
    const ofReports = cases.filter((one) => one.id === 'status-hook' || one.id === 'later-answers');
    assert.deepEqual(
      ofReports.map(({ verdict, seen }) => [verdict, seen]),
      [
        ['warning', 'No report came within 0 s.'],
        ['passed', 'None came.'],
      ],
    );
    const taken = (server.address() as AddressInfo).port;
    const refused = await run(`pestle pharmacy check ${id} --listen ${taken}`);
    assert.equal(refused.status, 1);
    assert.match(refused.errors, /Nothing can listen at .*EADDRINUSE.*name another address or port/);
  });

  test('a file with errors in the middle: each has its verdict, and nothing of a wrong one is written', async () => {
    const { id, revision } = shown.pharmacy;
    const net = 'ptn_01TEST00000000000000000NET';
    const pharmacies = [
      { id, fax: '6175550133' },
      { id, fax: '6175550144', integration: { channel: 'post', endpoint: { url: 'ftp://x' } } },
      'what',
      { id, revision: 1, fax: '6175550155' },
      { id, integration: { partnerId: 'ptn_01TEST0000000000000000N0NE' } },
      { id, integration: { partnerId: net } },
    ];
    const partners = [{ id: net, name: 'Net', endpoint: { url, auth: { kind: 'bearer', token: KEY } } }];
    writeFileSync(join(folder, 'many.json'), JSON.stringify({ partners, pharmacies }));
    const dry = await run('pestle pharmacy apply -f many.json --dry-run');
    assert.equal(dry.status, 1, dry.errors);
    assert.match(dry.out, /1 added, 2 changed, 0 unchanged, 4 refused/);
    const ran = await run('pestle pharmacy apply -f many.json --json --by Otto');
    assert.equal(ran.status, 1, ran.errors);
    const { verdicts } = JSON.parse(ran.out) as {
      verdicts: { entry: string; outcome: string; refusal?: string; fields?: { path: string }[] }[];
    };
    assert.deepEqual(
      verdicts.map((one) => [
        one.entry,
        one.outcome,
        one.refusal,
        ...(one.fields ?? []).map(({ path }) => path),
      ]),
      [
        ['partners[0]', 'added', undefined],
        ['pharmacies[0]', 'changed', undefined],
        ['pharmacies[1]', 'refused', 'INVALID_INPUT', 'integration.channel', 'integration.endpoint.url'],
        ['pharmacies[2]', 'refused', 'INVALID_INPUT', 'change'],
        ['pharmacies[3]', 'refused', 'REVISION_CONFLICT'],
        ['pharmacies[4]', 'refused', 'INVALID_INPUT', 'integration.partnerId'],
        ['pharmacies[5]', 'changed', undefined],
      ],
    );
    assert.ok(!`${dry.out}${ran.out}`.includes(KEY));
    const now = JSON.parse((await run(`pestle pharmacy show ${id} --json`)).out) as Shown & {
      pharmacy: { fax: string };
    };
    assert.deepEqual([now.pharmacy.fax, now.pharmacy.revision], ['6175550133', revision + 2]);
    const again = await run('pestle pharmacy export > network.json; pestle pharmacy apply -f network.json');
    assert.match(again.out, /0 added, 0 changed, 2 unchanged, 0 refused/);
    const { $schema } = JSON.parse(readFileSync(join(folder, 'network.json'), 'utf8')) as { $schema: string };
    assert.match($schema, /^https?:.*\/schemas\/pharmacies\.json$/);
    const printed = await run('pestle pharmacy schema; pestle pharmacy schema --of partner');
    assert.match(printed.out, /"title": "Pharmacies and partners"[^]*"title": "A partner"/);
    const used = await run(`pestle partner remove ${net}`);
    assert.match(used.errors, /1 pharmacies are reached through it/);
    const history = await run(`pestle pharmacy history ${id}`);
    assert.match(history.out, /pharmacy\.add {2}by Olga [^]*pharmacy\.change {2}by Otto {2}.*fields fax/);
    const spare = 'ptn_01TEST0000000000000000SPARE'.slice(0, 30);
    await run(`pestle partner add id=${spare} name=Spare endpoint.url=${url} endpoint.auth.kind=none`);
    const dryRun = await run(`pestle partner remove ${spare} --dry-run`);
    assert.match(dryRun.out, /active: true -> false/);
    const stale = await run(`pestle partner remove ${spare} --revision 7 --json`);
    assert.match(stale.errors, /REVISION_CONFLICT/);
    const removed = await run(
      `pestle partner remove ${spare} --revision 1; pestle partner history ${spare} --json`,
    );
    assert.match(removed.out, /"action":"partner\.add".*"action":"partner\.remove"/);
  });

  test('a long file with errors in the middle: each has its line, the rest is written, and applying it again changes nothing', async () => {
    const many = 120;
    const wrong = new Set([60, 61, 62]);
    const lines = Array.from({ length: many }, (_, index) => ({
      ncpdpId: String(4_000_000 + index),
      name: `Pharmacy ${index}`,
      kind: wrong.has(index) ? 'CORNER' : 'LOCAL_PICKUP',
      address: { street1: `${index} Elm St`, city: 'Salem', state: 'MA', postalCode: '01970' },
    }));
    const content = `{"pharmacies": [\n${lines.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;
    writeFileSync(join(folder, 'long.json'), content);
    writeFileSync(
      join(folder, 'broken.json'),
      content.replace('"name":"Pharmacy 90"', '"name" "Pharmacy 90"'),
    );
    const broken = await run('pestle pharmacy apply -f broken.json');
    assert.deepEqual([broken.status, broken.out], [1, '']);
    assert.match(broken.errors, /Line 92: this is not JSON.*Nothing was written/);
    const ran = await run('pestle pharmacy apply -f - --by Otto < long.json');
    assert.match(
      ran.out,
      /117 added, 0 changed, 0 unchanged, 3 refused\./,
      'nothing of the broken file is there',
    );
    assert.match(ran.out, /refused +pharmacies\[60\] \(line 62\)\n +kind: This must be/);
    const again = await run('pestle pharmacy apply -f long.json --json');
    assert.equal(again.status, 1);
    const { counts, verdicts } = JSON.parse(again.out) as {
      counts: object;
      verdicts: { entry: string; line: number; outcome: string }[];
    };
    assert.deepEqual(counts, { added: 0, changed: 0, unchanged: 117, refused: 3 });
    assert.deepEqual(
      verdicts.filter(({ outcome }) => outcome === 'refused').map(({ entry, line }) => [entry, line]),
      [...wrong].map((index) => [`pharmacies[${index}]`, index + 2]),
    );
  });

  test('D7: a preview shows the message and what settings change in it, and changes nothing', async () => {
    const { id } = shown.pharmacy;
    const before = await run(`pestle pharmacy show ${id} --json`);
    writeFileSync(
      join(folder, 'note.json'),
      JSON.stringify({ integration: { script: { noteLines: ['Acct 42'] } } }),
    );
    const proposed = await run(`pestle pharmacy preview ${id} --changes note.json`);
    assert.equal(proposed.status, 0, proposed.errors);
    assert.match(proposed.out, /^NewRx to [^]*authorization: Bearer \(sealed\)[^]*\+ +<Note>.*Acct 42/);
    const cancel = await run(
      `pestle pharmacy preview ${id} integration.script.receiverTertiaryId=CHAIN7 --cancel --json`,
    );
    const preview = JSON.parse(cancel.out) as { kind: string; message: string };
    assert.equal(preview.kind, 'CancelRx');
    assert.match(preview.message, /<TertiaryIdentification>CHAIN7</);
    assert.ok(!`${proposed.out}${cancel.out}`.includes(KEY), 'no secret is shown');
    const refused = await run(`pestle pharmacy preview ${id} integration.script.version=10.6`);
    assert.deepEqual([refused.status, (await run(`pestle pharmacy show ${id} --json`)).out], [1, before.out]);
  });

  test('a pharmacy that fails its run does not go live; what is not understood exits with 2', async () => {
    const { id } = shown.pharmacy;
    const back = await run(`pestle pharmacy set ${id} integration.stage=testing integration.partnerId=`);
    assert.match(back.out, /by fax from now on/);
    const elsewhere = `integration.endpoint.url=${url.replace('127.0.0.1', 'localhost')}`;
    writeFileSync(join(folder, 'wrong.txt'), 'another key');
    await run(`pestle pharmacy set ${id} ${elsewhere} integration.endpoint.auth.token=@wrong.txt`);
    const [checked, refused, typed, nothing] = await Promise.all([
      run(`pestle pharmacy check ${id} --json`),
      run(`pestle pharmacy stage ${id} live --json`),
      run(`pestle pharmacy set ${id} integration.endpoint.auth.token=typed`),
      run(`pestle pharmacy set ${id}`),
    ]);
    assert.equal(checked.status, 1);
    assert.equal((JSON.parse(checked.out) as { passed: boolean }).passed, false);
    assert.equal(refused.status, 1);
    const { error } = JSON.parse(refused.errors) as { error: { refusal: string; message: string } };
    assert.deepEqual(error.refusal, 'INVALID_INPUT');
    assert.match(error.message, new RegExp(`pestle pharmacy check ${id}`));
    assert.deepEqual([typed.status, nothing.status], [2, 2]);
    assert.match(typed.errors, /write a secret as @FILE/);
  });
});

describe('pestle pharmacy on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  before(async () => {
    opened = await openPostgresTestStore();
  });
  after(() => opened.close());

  test('D6: the guide, followed literally, takes a new pharmacy to live', async () => {
    const shell = mkdtempSync(join(folder, 'nodes-'));
    await follow(await operatorShell(shell, { ...KEYS, DATABASE_URL: opened.url }, commandLine));
  });
});
