// Goal: an organization whose only administrator lost the password works again by one command, on both stores, and every refusal says what to do.
// Method: the command in a process apart: beside a running service on PostgreSQL, and on the embedded store with and without one.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { createLog, makeId, systemPorts } from '@pestle/service/kernel';
import { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import { freePort } from '@pestle/testbed/network/free-port';
import { openCommandLine, type Ran } from '@pestle/testbed/processes/command-line';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { layMigratedStore, openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const KEYS = { IDENTITY_KEY: key(1), LINK_KEY: key(2), DATA_KEY: key(3), LOG_LEVEL: 'silent' };
const NEW_PASSWORD = 'another good pass phrase';

interface Answer {
  readonly user: { readonly id: string; readonly active: boolean; readonly roles: readonly string[] };
  readonly link: string;
  readonly endedIn: readonly { readonly organization: string }[];
}

const commandLine = openCommandLine();
after(() => commandLine.close());

const runner =
  (env: Readonly<Record<string, string>>, command = 'user') =>
  (...args: string[]): Promise<Ran> =>
    commandLine.runWith(env, command, ...args);

const answerOf = ({ stdout, stderr }: Ran): Answer => {
  assert.equal(stderr, '');
  return JSON.parse(stdout) as Answer;
};

async function addOrganization({ rooms }: Service, name: string): Promise<string> {
  const id = makeId(systemPorts, 'org');
  await rooms.organization.administration.upsert({
    id,
    name,
    timeZone: 'America/New_York',
    environment: 'production',
  });
  return id;
}

describe('pestle user beside a running service on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  let service: Service;
  let organization: string;
  let user: ReturnType<typeof runner>;
  let browser: CookieBrowser;
  before(async () => {
    opened = await openPostgresTestStore();
    const port = String(await freePort());
    const env = { ...KEYS, DATABASE_URL: opened.url, PORT: port, BASE_URL: `http://127.0.0.1:${port}` };
    service = await createService(readConfig(env), { log: createLog({ level: 'silent' }) });
    const { url } = await service.listen();
    organization = await addOrganization(service, 'Elm Clinic');
    user = runner(env);
    browser = new CookieBrowser(url);
  });
  after(async () => {
    await service.close();
    await opened.close();
  });

  test('the first administrator is invited, loses the password and the phone, and comes in again by a link that is good once', async () => {
    const invite = ['invite', organization, '--email', 'ann@elm.example', '--name', 'Ann Elm'];
    const invited = answerOf(await user(...invite, '--role', 'admin', '--by', 'Olga', '--json'));
    assert.deepEqual(invited.user.roles, ['admin']);
    const choose = async (link: string) =>
      browser.submit(await browser.get(link), 'choose', { chosen: NEW_PASSWORD });
    assert.match((await choose(invited.link)).text, /Your password is set/);
    const again = await user(...invite, '--role', 'admin');
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^error: --email: Somebody with this e-mail is a user already\.\n$/);
    const { id } = invited.user;
    const recovered = await user('recover', organization, id, '--second-factor', '--by', 'Olga');
    assert.deepEqual([recovered.status, recovered.stderr], [0, '']);
    assert.match(recovered.stdout, new RegExp(`^${id} {2}Ann Elm {2}<ann@elm\\.example> {2}admin\n`));
    assert.match(
      recovered.stdout,
      new RegExp(`sessions, tokens and links, .* in ${organization} \\(Elm Clinic\\)`),
    );
    const link = /https?:\S+/.exec(recovered.stdout)?.[0] ?? '';
    assert.match((await choose(link)).text, /Your password is set/);
    assert.equal((await browser.get(link)).status, 410);
    const listed = await user('list', organization);
    assert.equal(listed.stdout, `${id}  Ann Elm  <ann@elm.example>  admin\n`);
  });

  test('the last administrator stays, another is let out and in again; what is refused says why, and exits with 1, or 2 for what was not understood', async () => {
    const invite = ['invite', organization, '--json', '--by', 'Olga'];
    const admin = answerOf(
      await user(...invite, '--email', 'abe@elm.example', '--name', 'Abe Elm', '--role', 'admin'),
    ).user.id;
    const ended = answerOf(await user('deactivate', organization, admin, '--json'));
    assert.equal(ended.user.active, false);
    const repeated = await user('deactivate', organization, admin);
    assert.match(repeated.stdout, /deactivated\nNothing changed: it was so already\.\n$/);
    const [last] = (
      JSON.parse((await user('list', organization, '--json')).stdout) as {
        users: { id: string; active: boolean }[];
      }
    ).users.filter(({ active }) => active);
    const elsewhere = await addOrganization(service, 'Oak Clinic');
    const cases: readonly (readonly [number, readonly string[], RegExp])[] = [
      [
        1,
        ['deactivate', organization, last?.id ?? ''],
        /^error: the user: An organization keeps at least one active/,
      ],
      [1, ['recover', organization, admin], /^error: This user is deactivated\. Reactivate them first\.\n$/],
      [1, ['recover', elsewhere, admin], /^error: There is no user with this id\.\n$/],
      [1, ['recover', organization, admin, '--by', 'O\u202elga'], /^error: --by: /],
      [
        2,
        ['invite', organization, '--email', 'x@elm.example', '--name', 'X Y', '--role', 'owner'],
        /A role is prescriber, staff, admin, operator/,
      ],
      [
        2,
        ['invite', organization, '--email', 'x@elm.example', '--name', 'Prince', '--role', 'staff'],
        /--name: write a first and a last name/,
      ],
    ];
    const ran = await Promise.all(cases.map(([, args]) => user(...args)));
    for (const [index, [status, args, says]] of cases.entries()) {
      const { stdout, stderr, status: seen } = ran[index] as Ran;
      assert.deepEqual([seen, stdout], [status, ''], args.join(' '));
      assert.match(stderr, says);
    }
    assert.equal(answerOf(await user('reactivate', organization, admin, '--json')).user.active, true);
  });
});

describe('a store that gives no connection', { skip: skipWithoutPostgres }, () => {
  test('a command says whether the database is missing, or not served by this login', async () => {
    const opened = await openPostgresTestStore();
    try {
      const { server } = opened;
      await opened.asOwner((owner) => sql`create role nobody_serves login`.execute(owner));
      const says = async (url: string): Promise<string> => {
        const { status, stdout, stderr } = await runner({ ...KEYS, DATABASE_URL: url })('list', 'org_1');
        assert.deepEqual([status, stdout], [1, '']);
        return stderr;
      };
      const [missing, login] = await Promise.all([
        says(server.serviceUrl('no_such_database')),
        says(server.serviceUrl('pestle').replace('service@', 'nobody_serves@')),
      ]);
      assert.match(missing, /^error: There is no such database: check DATABASE_URL/);
      assert.match(login, /^error: The login of DATABASE_URL may not serve: .*--serving-login/);
    } finally {
      await opened.close();
    }
  });
});

describe('pestle user on the embedded store', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-user-'));
  const env = { ...KEYS, PESTLE_DATA_DIR: directory, PORT: '0' };
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('while a service holds it the command asks that; without one it does its work', async () => {
    await layMigratedStore(directory);
    const user = runner(env);
    const service = await createService(readConfig(env), { log: createLog({ level: 'silent' }) });
    const organization = await addOrganization(service, 'Elm Clinic');
    await service.listen();
    const listed = await user('list', organization);
    const olga = ['--email', 'olga@net.example', '--name', 'Olga Net', '--role', 'operator'];
    const { user: operator } = answerOf(await user('invite', organization, ...olga, '--json'));
    const alone = await user('role', organization, operator.id, '--remove', 'operator');
    const nobody = await user('role', organization, 'usr_x', '--add', 'operator');
    const unsaid = await user('role', organization, operator.id);
    const rotated = await runner(env, 'vault')('rotate-signing', '--json');
    const keys = await runner(env, 'pharmacy')('keys', 'list', 'phr_00000000000000000000000000');
    await service.close();
    assert.deepEqual(JSON.parse(rotated.stdout), { rotated: true });
    assert.deepEqual([keys.status, keys.stdout], [1, '']);
    assert.match(keys.stderr, /^error: There is no pharmacy/);
    assert.equal(listed.stdout, 'This organization has no users.\n');
    assert.deepEqual(operator.roles, ['operator']);
    assert.match(alone.stderr, /^error: the user: This is the user's only role\. Deactivate/);
    assert.match(nobody.stderr, /^error: There is no user with this id/);
    assert.deepEqual([unsaid.status, unsaid.stdout], [2, '']);
    const invite = ['--email', 'ann@elm.example', '--name', 'Ann Elm', '--role', 'admin', '--role', 'staff'];
    const { user: made } = answerOf(await user('invite', organization, ...invite, '--json'));
    const doctor = ['--email', 'rita@elm.example', '--name', 'Rita Rivera', '--role', 'prescriber'];
    const { user: rita } = answerOf(await user('invite', organization, ...doctor, '--json'));
    const set = await user('profile', organization, rita.id, 'npi=1987654328', 'phone=6175550120');
    assert.match(set.stdout, /prescriber; to sign: practice, second-factor, attestation\nPrescriptions/);
    const wrong = await user('profile', organization, rita.id, 'npi=1', 'practice.name=Elm', '--json');
    assert.deepEqual([wrong.status, wrong.stdout], [1, '']);
    const { error } = JSON.parse(wrong.stderr) as { error: { fields: { path: string }[] } };
    assert.deepEqual(
      error.fields.slice(0, 2).map(({ path }) => path),
      ['npi', 'practice.street1'],
    );
    assert.match((await user('list', organization)).stdout, /Rita .*; to sign: practice, second-factor/);
    const recovered = answerOf(await user('recover', organization, made.id, '--json'));
    assert.match(recovered.link, /\/account\/password\/[\w-]{43}$/);
    assert.deepEqual(
      recovered.endedIn.map((place) => place.organization),
      [organization],
    );
  });
});
