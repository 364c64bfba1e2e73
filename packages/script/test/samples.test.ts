// The sample messages of the reference folder, byte for byte; skipped visibly where that folder is absent.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, check, read } from '../src/index.ts';

const folder = fileURLToPath(new URL('../../../../shared/reference/samples/', import.meta.url));
const present = existsSync(folder);

/** The same document without the blanks that a person put between its elements. */
const canonical = (xml: string): string => xml.replace(/>\s+</g, '><').replace('?><', '?>\n<').trim();

test('the samples read and re-build byte for byte', {
  skip: present ? false : 'no folder ../shared/reference/samples',
}, async (t) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.xml'));
  assert.ok(files.length >= 13);
  for (const file of files) {
    await t.test(file, () => {
      const bytes = readFileSync(`${folder}${file}`);
      const { message, version, warnings } = read(bytes);
      const cancelContent = file.includes('full') ? 'full' : 'reduced';
      assert.deepEqual(warnings, []);
      assert.deepEqual(check(bytes, { cancelContent }), []);
      assert.equal(build(message, { version, cancelContent }).text, canonical(bytes.toString('utf8')));
    });
  }
});
