// Goal: real directions are read as people who know them read them: completely, after one choice, or not at all; never as something else.
// Method: each row of the public files beside what was judged right for it, by its hash: the files themselves are not part of the project.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { parseSig, structureOf } from './sig.ts';
import { offersOf } from './sig-offers.ts';

/** `read`: the sentence; `choice`: the sentences that are offered, the one that was meant among them; `not`: codes of what is asked or refused. */
type Expected = {
  readonly read?: string;
  readonly choice?: readonly string[];
  readonly not?: readonly string[];
};
const expected = JSON.parse(
  readFileSync(new URL('real-directions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Expected>>;
const folder = new URL('../../../../../shared/data/', import.meta.url);

for (const name of ['directions_dev.csv', 'coderx_sig_tests_dev.csv']) {
  const file = new URL(name, folder);
  const skip = existsSync(file) ? false : `${name} is not here`;
  test(`every direction of ${name} is read as it was judged, and 9 of 10 need one choice at most`, {
    skip,
  }, () => {
    const rows = parse(readFileSync(file), { columns: true }) as {
      sig: string;
      drug?: string;
      count?: string;
    }[];
    const share = { done: 0, all: 0 };
    for (const { sig, drug, count = '1' } of rows) {
      const key = createHash('sha256')
        .update(`${sig}|${drug ?? ''}`)
        .digest('hex')
        .slice(0, 16);
      const options = drug === undefined ? {} : { doseForm: drug };
      const result = parseSig(sig, options);
      const offers = result.ok ? [] : offersOf(sig, options);
      const found: Expected = result.ok
        ? { read: result.text }
        : offers.length > 0
          ? { choice: offers.map(({ text }) => text) }
          : { not: result.errors.map(({ code }) => code) };
      assert.deepEqual(found, expected[key], sig);
      for (const text of [found.read ?? [], found.choice ?? []].flat())
        assert.ok(structureOf(text) !== undefined, text);
      share.all += Number(count);
      if (found.not === undefined) share.done += Number(count);
    }
    assert.ok(share.done / share.all >= (name.startsWith('directions') ? 0.9 : 0.8), JSON.stringify(share));
  });
}
