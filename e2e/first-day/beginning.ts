// The beginning of the day: an empty database, a configuration, the reference data, organizations and their people.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accept, openConsole, setUpPrescriber } from './people.ts';
import { openPractice } from './practice.ts';
import type { Story } from './story.ts';

const OTHERS_MAY = 0o077;

export function beginning(story: Story): void {
  let olga: Awaited<ReturnType<typeof accept>>;
  test('an empty PostgreSQL is migrated, the doctor finds nothing wrong, and the service takes work in production', async () => {
    const { day } = story;
    for (let step = 1; step <= 3; step += 1) await day.typed();
    assert.equal(statSync(join(day.folder, 'pestle.env')).mode & OTHERS_MAY, 0, 'others can read the keys');
    const people = '--name Elm --admin-email ann@elm.example --admin-name "Ann Elm"';
    const early = await day.refused(
      `(set -a; . ${day.folder}/pestle.env; pestle organization create ${people})`,
    );
    assert.match(early, /not current: run `pestle migrate`/, 'whoever forgot a step reads which');
    await day.typed();
    await day.typed();
    const discovery = await fetch(`${day.baseUrl}/.well-known/pestle`);
    assert.equal(((await discovery.json()) as { environment: string }).environment, 'production');
  });

  test('treatments, pharmacies and ZIP codes are imported; a row that cannot be taken is named with its line', async () => {
    await story.day.typed();
  });

  test('D12: an operator, an administrator and a prescriber come in by the links of their e-mails', async () => {
    const { day } = story;
    await day.typed();
    const { password } = JSON.parse(readFileSync(join(day.folder, 'clinic.json'), 'utf8')) as {
      password: string;
    };
    assert.match(password, /^\S{20}$/);
    await day.typed();
    await accept(day, 'abel@elm.example');
    olga = await accept(day, 'olga@network.example');
  });

  test('A2: a prescriber signs as soon as profile, second factor and attestation are there, and the list says what is missing', async () => {
    const { day } = story;
    await day.typed();
    await day.typed();
    const rita = await setUpPrescriber(day, 'rita@elm.example');
    await day.typed();
    story.practice = await openPractice(day, rita);
  });

  test('D12: the operator comes to the console with a second factor, and sees the network', async () => {
    const { browser, page } = await openConsole(story.day, olga);
    assert.match(page, /Olga Park/);
    const pharmacies = await browser.get('/pharmacies');
    assert.equal(pharmacies.status, 200);
    story.console = browser;
  });
}
