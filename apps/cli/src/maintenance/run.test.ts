// Goal: an operator sets windows of maintenance from the command line while the service runs, on both stores, and learns clearly what is wrong (D12).
// Method: the command in a process apart, beside a service on an embedded store, on that store alone, and on PostgreSQL.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import type { RecallSummary } from '@pestle/service/delivery';
import type { MaintenanceWindow } from '@pestle/service/directory';
import { LISTENER_FILE } from '@pestle/service/http';
import { createLog } from '@pestle/service/kernel';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openCommandLine, type Ran } from '@pestle/testbed/processes/command-line';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { layMigratedStore, openPostgresTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const commandLine = openCommandLine();
after(() => commandLine.close());

const runner =
  (env: Readonly<Record<string, string>>, command = 'maintenance') =>
  (...args: string[]): Promise<Ran> =>
    commandLine.runWith(env, command, ...args);

const windowIn = ({ stdout }: Ran): MaintenanceWindow =>
  (JSON.parse(stdout) as { window: MaintenanceWindow }).window;

describe('pestle maintenance beside a service on the embedded store', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-maintenance-'));
  const maintenance = runner({ PESTLE_DATA_DIR: directory });
  const queue = runner({ PESTLE_DATA_DIR: directory }, 'queue');
  const quarantine = runner({ PESTLE_DATA_DIR: directory }, 'quarantine');
  let service: Service;
  let url: string;
  before(async () => {
    await layMigratedStore(directory);
    const config = readConfig({
      PESTLE_DATA_DIR: directory,
      IDENTITY_KEY: key(1),
      LINK_KEY: key(2),
      DATA_KEY: key(3),
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    service = await createService(config, { log: createLog({ level: 'silent' }) });
    ({ url } = await service.listen());
  });
  after(async () => {
    await service.close();
    rmSync(directory, { recursive: true, force: true });
    rmSync(`${directory}.witness`);
  });

  test('F34: a quarantine is begun, shown, reconciled and ended in the running service', async () => {
    const none = await quarantine('show', '--json');
    assert.deepEqual([none.status, JSON.parse(none.stdout)], [0, { open: null, lanes: [], earlier: [] }]);
    const begun = await quarantine('begin', '--by', 'Olga');
    assert.match(begun.stdout, /^In quarantine since \S+Z: an operator began it \(Olga\)\.\n/);
    const done = await quarantine('reconcile', 'all', '--as', 'release', '--json');
    assert.deepEqual(JSON.parse(done.stdout), { done: 0, refused: [], left: 0 });
    const unnamed = await quarantine('reconcile', 'all');
    assert.deepEqual([unnamed.status, unnamed.stdout], [2, '']);
    const ended = await quarantine('end', '--release-rest', '--by', 'Otto');
    assert.match(ended.stdout, /^No quarantine: everything leaves\.\nThe last one ended \S+Z \(Otto\)\.\n$/);
  });

  test('D12: a window is set, moved and ended in the running service, which heeds it', async () => {
    const added = await maintenance(
      'add',
      '--service',
      '--minutes',
      '30',
      '--note',
      'New servers',
      '--by',
      'Olga',
      '--json',
    );
    assert.deepEqual([added.status, added.stderr], [0, '']);
    const window = windowIn(added);
    assert.deepEqual([window.state, window.note, window.setBy], ['current', 'New servers', 'Olga']);
    const hook = () =>
      fetch(`${url}/v1/hooks/pharmacy`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    assert.equal((await hook()).status, 503);
    assert.equal((await fetch(`${url}/readyz`)).status, 200, 'announced maintenance is no failure');
    const listed = await maintenance('list');
    assert.match(
      listed.stdout,
      new RegExp(
        `^${window.id} {2}current {4}the whole service {2}\\S+Z to \\S+Z {2}"New servers" {2}\\(set by Olga\\)\\n$`,
      ),
    );
    const changed = await maintenance(
      'change',
      window.id,
      '--end',
      inMinutes(60),
      '--no-note',
      '--by',
      'Otto',
      '--json',
    );
    assert.deepEqual([windowIn(changed).note, windowIn(changed).changedBy], [null, 'Otto']);
    const ended = await maintenance('end', window.id, '--by', 'Olga');
    assert.match(ended.stdout, / over .*, ended \S+Z/);
    assert.deepEqual((await service.rooms.directory.windows.list()).length, 0);
    const history = await maintenance('history', window.id);
    assert.deepEqual(
      history.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('  ').slice(1, 3)),
      [
        ['maintenance.add', 'by Olga'],
        ['maintenance.change', 'by Otto'],
        ['maintenance.end', 'by Olga'],
      ],
    );
  });

  test('what is not understood exits with 2, what is refused with 1, both told on standard error', async () => {
    const announced = windowIn(
      await maintenance('add', '--service', '--start', inMinutes(60), '--end', inMinutes(90), '--json'),
    );
    const add = (...args: string[]): readonly string[] => ['add', '--service', ...args];
    const cases: readonly (readonly [number, readonly string[], RegExp])[] = [
      [2, ['add', '--minutes', '5'], /name whom it concerns/],
      [2, add(), /say when it ends/],
      [
        1,
        add('--start', inMinutes(20), '--end', inMinutes(10)),
        /^error: --end: A window must end after it starts\.\n$/,
      ],
      [
        1,
        add('--start', inMinutes(70), '--minutes', '30'),
        new RegExp(`--start: This overlaps ${announced.id}, `),
      ],
      [
        1,
        ['add', '--pharmacy', 'phr_01TEST0000000000000000N0NE', '--minutes', '5'],
        /^error: There is no pharmacy with this id\.\n$/,
      ],
    ];
    const ran = await Promise.all(cases.map(([, args]) => maintenance(...args)));
    for (const [index, [wanted, args, says]] of cases.entries()) {
      const { status, stdout, stderr } = ran[index] as Ran;
      assert.deepEqual([status, stdout], [wanted, ''], args.join(' '));
      assert.match(stderr, says);
    }
    await maintenance('end', announced.id);
  });

  test('D12: what waits is read through the running service', async () => {
    const listed = await queue('list', '--json');
    assert.deepEqual([listed.status, listed.stdout, listed.stderr], [0, '{"lanes":[],"holds":[]}\n', '']);
    assert.equal((await queue('stuck')).stdout, 'Nothing is stuck.\n');
    const nowhere = await queue('show', 'fax');
    assert.deepEqual([nowhere.status, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /^error: There is no lane with this name\./);
    const nobody = await queue('attempts', 'trm_01TEST0000000000000000N0NE', '--json');
    assert.deepEqual(JSON.parse(nobody.stderr), {
      error: { code: 'failed', message: 'There is no transmission with this id.' },
    });
  });

  test('D12: a lane is held and released through the running service; what is refused is one sentence', async () => {
    const held = await queue('hold', 'fax', '--by', 'Olga');
    assert.match(held.stdout, /^fax {2}0 waiting .* on hold since \S+Z by Olga\n$/);
    assert.match((await queue('list')).stdout, /on hold since/);
    const released = await queue('release', 'fax', '--by', 'Olga', '--json');
    assert.deepEqual([released.status, released.stdout], [0, '{"lane":null,"row":null}\n']);
    const refused = await queue('fax', 'fax');
    assert.deepEqual([refused.status, refused.stderr], [1, 'error: Name a transmission: trm_…\n']);
    const history = await queue('history', 'fax', '--first', '1');
    assert.match(
      history.stdout,
      /^\S+Z {2}queue\.release {2}fax {2}by Olga {2}heldBy Olga\nolder: --after aud_\w+\n$/,
    );
    const older = await queue(
      'history',
      'fax',
      '--after',
      /aud_\w+/.exec(history.stdout)?.[0] ?? '',
      '--json',
    );
    const { acts, next } = JSON.parse(older.stdout) as { acts: { action: string }[]; next: string | null };
    assert.deepEqual([acts.map(({ action }) => action), next], [['queue.hold'], null]);
    const nobody = ['message', 'trm_01TEST0000000000000000N0NE'];
    const noReason = await queue(...nobody);
    assert.match(noReason.stderr, /--reason/);
    assert.equal(noReason.stdout, '');
    const unknown = await queue(...nobody, '--reason', 'They cannot read it');
    assert.deepEqual(
      [unknown.status, unknown.stderr],
      [1, 'error: There is no transmission with this id.\n'],
    );
    const again = ['resend', 'trm_01TEST0000000000000000N0NE', '--after-attempt', '1'];
    assert.deepEqual(
      [(await queue(...again)).stderr, (await queue('resend', 'fax')).stderr],
      ['error: There is no transmission with this id.\n', 'error: Name a transmission: trm_…\n'],
    );
    assert.match((await queue('resend', 'trm_1', '--after-attempt', 'x')).stderr, /whole number/);
    const tooLong = await queue(...nobody, '--reason', 'x'.repeat(201));
    assert.match(tooLong.stderr, /^error: --reason: This may have at most 200 characters\./);
  });

  test('D12: a recall is previewed, started, exported and ended through the running service; each refusal is one sentence', async () => {
    const recall = runner({ PESTLE_DATA_DIR: directory }, 'recall');
    const nobody = 'rx_01TEST0000000000000000N0NE';
    const previewed = await recall('preview', '--prescription', nobody, '--by', 'Olga', '--json');
    const { id, state, orders, unknown } = (JSON.parse(previewed.stdout) as { recall: RecallSummary }).recall;
    assert.deepEqual(
      [previewed.status, previewed.stderr, state, orders, unknown],
      [0, '', 'PREVIEWED', 0, [nobody]],
    );
    const started = await recall('start', id, '--reason', 'Two lots were taken back.', '--by', 'Olga');
    assert.match(
      started.stdout,
      new RegExp(`^${id} {2}STARTED {2}hold {2}prescriptions ${nobody} {2}"Two lots were taken back\\."`),
    );
    assert.match((await recall('list')).stdout, new RegExp(`^${id} {2}STARTED`));
    const exported = await recall('export', id);
    assert.match(exported.stdout, /^pharmacy_id,pharmacy_name,pharmacy_phone,[a-z_,]+\n$/);
    assert.deepEqual(JSON.parse((await recall('export', id, '--all', '--json')).stdout), {
      recall: id,
      pharmacies: [],
    });
    assert.match((await recall('end', id, '--by', 'Otto')).stdout, /ended \S+Z by Otto/);
    const again = await recall('start', id, '--reason', 'Two lots were taken back.');
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^error: This recall is over\./);
    const nothing = await recall('preview');
    assert.match(
      nothing.stderr,
      /^error: Name medicines, prescriptions or pharmacies: one of the three\.\n$/,
    );
    assert.equal((await recall('start', id)).status, 2);
  });

  test('the listener of the running service for operators opens to its key only, which only the owner of the store can read', async () => {
    const file = join(directory, LISTENER_FILE);
    const listener = JSON.parse(readFileSync(file, 'utf8')) as { url: string; key: string };
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(listener.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const ask = async (headers: Readonly<Record<string, string>>, body: unknown) =>
      (
        await fetch(`${listener.url}/maintenance`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      ).status;
    const proof = { authorization: `Bearer ${listener.key}` };
    assert.equal(await ask(proof, { act: 'list' }), 200);
    assert.equal(await ask(proof, { act: 'shutdown' }), 422);
    assert.equal(await ask(proof, null), 422);
    assert.equal(await ask({}, { act: 'list' }), 401);
    assert.equal(await ask({ authorization: `Bearer ${listener.key}x` }, { act: 'list' }), 401);
    assert.equal(
      (await fetch(`${url}/maintenance`, { method: 'POST', headers: proof })).status,
      404,
      'not at the public address',
    );
  });

  test('without a running service the command opens the store itself', async () => {
    await service.close();
    assert.equal(existsSync(join(directory, LISTENER_FILE)), false);
    const added = await maintenance('add', '--service', '--minutes', '5', '--json');
    assert.equal(added.status, 0);
    assert.notEqual(windowIn(added).setBy, '', 'the name of the login');
    const all = await maintenance('list', '--all', '--json');
    assert.equal((JSON.parse(all.stdout) as { windows: unknown[] }).windows.length, 3);
    const nowhere = await maintenance('list', '--data', join(directory, 'nowhere'));
    assert.equal(nowhere.status, 1);
    assert.match(nowhere.stderr, /There is no embedded store in/);
  });
});

describe('pestle maintenance on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  before(async () => {
    opened = await openPostgresTestStore();
  });
  after(() => opened.close());

  test('D12: a window is set in the store that all nodes share', async () => {
    const maintenance = runner({ DATABASE_URL: opened.url });
    const window = windowIn(await maintenance('add', '--service', '--minutes', '30', '--json'));
    const listed = await runner({ DATABASE_URL: opened.url }, 'queue')('list');
    assert.equal(listed.stdout, 'Nothing waits, and no lane fails.\n');
    const held = await runner({ DATABASE_URL: opened.url }, 'queue')('hold', 'text', '--by', 'Olga');
    assert.match(held.stdout, /^text .* on hold since \S+Z by Olga\n$/);
    const ended = await maintenance('end', window.id, '--json');
    assert.equal(windowIn(ended).state, 'over');
    const resend = runner({ DATABASE_URL: opened.url }, 'queue');
    assert.match((await resend('resend', 'trm_1')).stderr, /DATA_KEY/, 'the rules open what was signed');
    const away = await runner({ DATABASE_URL: 'postgresql://service@127.0.0.1:1/pestle' })('list');
    assert.deepEqual([away.status, away.stdout], [1, '']);
    assert.match(away.stderr, /PostgreSQL does not answer/);
  });

  test('D11: what a pharmacy lost is looked at and sent again beside the nodes that deliver it, once however often it is said', async () => {
    const testbed = await openDeliveryTestbed(opened.store);
    try {
      const { order } = await testbed.order('phr_0ACCEPTS020170710XM1000000');
      const { fills } = await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const fillId = fills[0]?.id ?? '';
      const message = async () =>
        (await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId)?.[0];
      const id = (await message())?.row.id ?? '';
      const keys = { IDENTITY_KEY: key(1), LINK_KEY: key(2), DATA_KEY: key(TEST_DATA_KEYS.current[0] ?? 0) };
      const env = { DATABASE_URL: opened.url, ...keys };
      const strict = await runner(env, 'queue')('resend', id, '--dry-run');
      assert.match(strict.stderr, /Who signed this prescription is not an authorized prescriber now/);
      const queue = runner({ ...env, REQUIRE_SECOND_FACTOR: 'false', ATTESTATION: 'none' }, 'queue');
      const looked = await queue('resend', id, '--dry-run');
      assert.deepEqual([looked.status, looked.stderr], [0, '']);
      assert.match(
        looked.stdout,
        /Would leave again by pharmacy:phr_\w+ after attempt 1: .*--after-attempt 1\n$/,
      );
      const act = ['resend', id, '--after-attempt', '1', '--by', 'Olga', '--reason', 'They lost it'];
      assert.match((await queue(...act)).stdout, /Leaves again by pharmacy:/);
      await testbed.waitFor(
        async () => ((await message())?.attempts.length === 2 ? true : undefined),
        () => 'no node found what was sent again',
      );
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const repeated = JSON.parse((await queue(...act, '--json')).stdout) as { done: boolean; row: unknown };
      assert.deepEqual([repeated.done, repeated.row], [false, null]);
      const late = await queue('resend', id, '--after-attempt', '7');
      assert.deepEqual(
        [late.status, late.stderr],
        [1, 'error: Its last attempt is 2, not 7. Look at it again, and decide then.\n'],
      );
      assert.match((await queue('history', id)).stdout, /queue\.resend .* by Olga .*They lost it/);
    } finally {
      await testbed.close();
    }
  });
});
