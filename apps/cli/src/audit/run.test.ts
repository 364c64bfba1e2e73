// Holds `pestle audit` to its word on a store of its own: sound as written, unsound once its owner changed anything.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type TrustedKey, trustedKey } from '@pestle/service/audit';
import { type EmbeddedStore, lockDirectory, openEmbeddedStore } from '@pestle/service/store';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { CommandError } from '../output.ts';
import { requireCheckpointKey } from './audit-store.ts';
import { auditCommand } from './command.ts';
import type { AuditVerdict } from './run.ts';
import {
  checkpointLines,
  checkpointLinesIn,
  publicKey,
  readWitnesses,
  sealAudit,
  sealIn,
  verifyAudit,
  verifyIn,
} from './run.ts';
import { verdictLines } from './verdict-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'pestle-audit-'));
const kept = join(folder, 'checkpoints.ndjson');
const identityKey = randomBytes(32).toString('base64');
const env = { IDENTITY_KEY: identityKey };
const key = requireCheckpointKey(env, {});

let store: EmbeddedStore;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (text: string) => store.asOwner((owner) => sql.raw(text).execute(owner));
const entries = (count: number, kind: string) =>
  run(`insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id)
    select '${TEST_ORGANIZATION}', 'aud_${kind}' || n, 'service', 'test.write', 'test', 'x' from generate_series(1, ${count}) n`);
const verify = (more: { by?: TrustedKey; file?: string } = {}): Promise<AuditVerdict> => {
  const { by = key, file } = more;
  const witnesses = file === undefined ? [] : readWitnesses(file);
  return verifyIn(store, { keys: new Map([[by.id, by]]), witnesses }, undefined);
};

const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof CommandError && pattern.test(error.message);

describe('pestle audit', () => {
  test('what waits is sealed, and verified as sound', async () => {
    await entries(5, 'first');
    assert.deepEqual(await sealIn(store, key), { linked: 5, checkpoints: 1 });
    const verdict = await verify();
    assert.equal(verdict.sound, true);
    assert.partialDeepStrictEqual(verdict.organizations[0], {
      orgId: TEST_ORGANIZATION,
      entries: 5,
      covered: 5,
    });
    assert.match(
      verdictLines(verdict).join('\n'),
      /sound .*5 entries, signed up to 5[^]*nothing was changed/,
    );
  });

  test('a public key that was noted is enough; another key is not', async () => {
    const noted = trustedKey(publicKey(env, {}));
    assert.ok(noted !== undefined);
    assert.equal((await verify({ by: noted })).sound, true);
    const other = requireCheckpointKey({ IDENTITY_KEY: randomBytes(32).toString('base64') }, {});
    assert.equal((await verify({ by: other })).organizations[0]?.findings[0]?.code, 'unknown-key');
  });

  test('its checkpoints are handed out, and show what was cut off with the checkpoints inside', async () => {
    await entries(3, 'second');
    await sealIn(store, key);
    writeFileSync(kept, `${(await checkpointLinesIn(store, null)).join('\n')}\n`);
    assert.equal((await verify({ file: kept })).sound, true);
    await run(`delete from audit_entry where id like 'aud_second%'`);
    assert.equal((await verify()).sound, false);
    await run('delete from audit_link where number > 5');
    assert.equal((await verify()).sound, false);
    await run('delete from audit_checkpoint where number > 5');
    assert.equal((await verify()).sound, true);
    const verdict = await verify({ file: kept });
    assert.deepEqual(
      verdict.organizations[0]?.findings.map(({ code }) => code),
      ['cut-off'],
    );
    assert.match(verdictLines(verdict).join('\n'), /NOT SOUND[^]*at 8: a checkpoint covers entries/);
    for (const table of ['audit_link', 'audit_checkpoint', 'audit_entry']) await run(`delete from ${table}`);
    assert.equal((await verify()).sound, true);
    assert.equal((await verify({ file: kept })).sound, false);
  });

  test('a chain without the checkpoint that it began with is not signed', async () => {
    await entries(2, 'third');
    await sealIn(store, key);
    await run('delete from audit_checkpoint');
    await entries(1, 'fourth');
    await assert.rejects(sealIn(store, key), refusal(/was cut or rewritten/));
  });

  test('what a person can mend is said', async () => {
    const data = join(folder, 'data');
    await assert.rejects(verifyAudit({}, { data }), refusal(/set IDENTITY_KEY/));
    await assert.rejects(verifyAudit({ IDENTITY_KEY: 'x' }, { data }), refusal(/not 32 bytes/));
    await assert.rejects(sealAudit({}, { data }), refusal(/IDENTITY_KEY is missing/));
    await assert.rejects(verifyAudit(env, { data, key: ['x'] }), refusal(/no public key/));
    await assert.rejects(
      verifyAudit(env, { data, checkpoints: join(folder, 'none') }),
      refusal(/cannot be read/),
    );
    writeFileSync(join(folder, 'empty'), 'nothing\n{"a":1}\n');
    await assert.rejects(
      verifyAudit(env, { data, checkpoints: join(folder, 'empty') }),
      refusal(/no checkpoint/),
    );
    await assert.rejects(verifyAudit(env, { data }), refusal(/no embedded store/));
    await assert.rejects(
      verifyAudit({ ...env, DATABASE_URL: 'postgresql://service@127.0.0.1:1/pestle' }, {}),
      refusal(/does not answer/),
    );
    await (await openEmbeddedStore(data)).close();
    await assert.rejects(verifyAudit(env, { data }), refusal(/schema is not current/));
    const lock = lockDirectory(data);
    await assert.rejects(checkpointLines(env, { data }), refusal(/is in use/));
    lock.release();
  });

  test("a sandbox's directory brings its own key", () => {
    const sandbox = join(folder, 'sandbox');
    mkdirSync(sandbox);
    writeFileSync(join(sandbox, 'sandbox.json'), '{}');
    writeFileSync(join(sandbox, 'secrets.json'), JSON.stringify({ identityKey }));
    assert.equal(publicKey({}, { data: sandbox }), key.publicKey);
  });

  test('every command says what it does', () => {
    const names = auditCommand().commands.map((command) => command.name());
    assert.deepEqual(names, ['verify', 'seal', 'checkpoints', 'key']);
    assert.ok(auditCommand().commands.every((command) => command.description() !== ''));
  });
});
