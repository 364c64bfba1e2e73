// The end of the day: the database is lost, and a node starts on the night's backup.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { messageOf } from './practice.ts';
import type { Story } from './story.ts';

export function restoring(story: Story): void {
  test('F34: a node that starts on a backup lets nothing of before leave until it is reconciled; the pharmacy has nothing twice and nothing is lost', async () => {
    const { day, practice } = story;
    const { log } = day.pharmacy;
    await day.typed();
    const left = await practice.send();
    const kept = await practice.send();
    await practice.heldFor('a window', left);
    const waits = await practice.heldFor('a window', kept);
    const atBackup = log.length;
    await day.typed();
    await day.typed(waits);
    await practice.until(left, 'SENT');
    const gone = messageOf(await practice.until(await practice.send(), 'SENT'));
    const before = [...log];
    assert.deepEqual(before.slice(-2), [messageOf(await practice.fillOf(left)), gone], 'the rest waits');

    await day.typed();
    await day.inStore('the node never noticed the older state', async (owner) => {
      const { rows } = await sql`select from quarantine where ended_at is null`.execute(owner);
      return rows[0];
    });
    const shown = await day.typed();
    assert.match(shown, /In quarantine since .*the store is an older state than the one that was served/);
    assert.match(shown, /2 held/);
    const later = messageOf(await practice.until(await practice.send(), 'SENT'));
    assert.deepEqual(log, [...before, later], 'only what is new has left');

    writeFileSync(join(day.folder, 'received.csv'), log.slice(atBackup).join('\n'));
    const reconciled = await day.typed();
    assert.match(reconciled, /^1 settled/);
    assert.deepEqual(reconciled.match(/^m\w+$/gm), [gone], 'its practice must be told');
    await day.typed();
    await practice.until(left, 'SENT');
    const last = messageOf(await practice.until(kept, 'SENT'));
    assert.match(await day.besides('pestle quarantine show'), /No quarantine: everything leaves/);
    assert.deepEqual(log, [...before, later, last], 'nothing arrived twice, and nothing is lost');
  });
}
