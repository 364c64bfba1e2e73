// Holds doctor to what it says of a rotation of the identity key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { checkIdentityKeys, findingsOf } from './keys.ts';

const key = (): string => randomBytes(32).toString('base64');

test('without earlier keys there is nothing to say; with them, whether they may go', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-doctor-keys-'));
  const env = {
    IDENTITY_KEY: key(),
    LINK_KEY: key(),
    DATA_KEY: key(),
    PESTLE_DATA_DIR: join(directory, 'data'),
  };
  try {
    assert.deepEqual(await checkIdentityKeys(readConfig(env)), []);
    const rotating = readConfig({ ...env, IDENTITY_KEYS_PREVIOUS: key() });
    assert.deepEqual(await checkIdentityKeys(rotating), [], 'there is no store yet');
    await (await openStore(rotating)).close();
    assert.deepEqual(await checkIdentityKeys(rotating), [
      { level: 'ok', text: 'IDENTITY_KEYS_PREVIOUS is not needed any more' },
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('what an earlier key alone opens is a note, what none opens a problem', () => {
  const levels = (needs: { earlier: number; lost: number; recoveryCodeHolders: number }) =>
    findingsOf(needs).map(({ level, text }) => `${level}: ${text}`);
  assert.deepEqual(levels({ earlier: 2, lost: 1, recoveryCodeHolders: 3 }), [
    'problem: No configured identity key opens 1 of the sealed token keys and seeds.',
    'note: IDENTITY_KEYS_PREVIOUS is still needed: it opens 2 token keys and seeds.',
    'note: The recovery codes of 3 people end when IDENTITY_KEYS_PREVIOUS is removed.',
  ]);
});
