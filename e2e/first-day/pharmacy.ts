// A pharmacy from its address and key to its first order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Story } from './story.ts';

export function connecting(story: Story): void {
  test('D6: a pharmacy with a wrong key fails its check with a report, and is live when it is mended', async () => {
    const { day } = story;
    await day.typed();
    const early = await day.refused('pestle pharmacy stage "$PHARMACY" live --by Olga');
    assert.match(early, /pestle pharmacy check phr_/, 'it says what to do');
    const failed = await day.type();
    assert.equal(failed.status, 1, failed.out + failed.errors);
    const page = readFileSync(join(day.folder, 'report.html'), 'utf8');
    assert.match(page, /401/);
    assert.match(page, /What to do:<\/strong> Our credentials were refused/);
    assert.ok(!page.includes('mistyped'), 'the report shows the key');
    await day.typed();
    assert.ok([...day.pharmacy.held.values()].includes('canceled'), 'the pharmacy itself saw the run');
    assert.ok((await day.variable('KEY')).length > 20);
    assert.match(
      (await story.console.get(`/pharmacies/${await day.variable('PHARMACY')}`)).text,
      /Corner Pharmacy/,
    );
  });

  test('the first order arrives electronically, and the pharmacy reports on it', async () => {
    const { day, practice } = story;
    const before = day.pharmacy.held.size;
    story.firstOrder = await practice.send();
    const fill = await practice.until(story.firstOrder, 'SENT');
    assert.equal(fill.channel, 'script');
    assert.equal(day.pharmacy.held.size, before + 1);
    assert.match(await day.typed(story.firstOrder), /"changed":true/);
    assert.equal((await practice.fillOf(story.firstOrder)).state, 'RECEIVED');
  });
}
