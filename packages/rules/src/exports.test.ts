// Tests the package's public face: every entry loads, lists a file that exists, and nothing comes from outside the package.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  exports: Record<string, string>;
};
const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

test('every entry loads and exports something', async () => {
  for (const [name, target] of Object.entries(exports)) {
    const module: Record<string, unknown> = await import(`@pestle/rules/${name.slice(2)}`);
    // A file of types alone is an entry too.
    if (!/export (?:const|function|class)/.test(readFileSync(`${root}/${target}`, 'utf8'))) continue;
    assert.ok(Object.keys(module).length > 0, name);
  }
});

test('rules import nothing but rules, and have no clock, randomness or I/O', () => {
  for (const file of files) {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    for (const [, from = ''] of text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)) {
      assert.match(from, /^\.{1,2}\//, `${file} imports ${from}`);
    }
    assert.doesNotMatch(
      text,
      /\bDate\.now\(|new Date\(\)|Math\.random|\bprocess\.|\bfetch\(|\bcrypto\b|console\./,
      file,
    );
  }
});

test('every file is an entry, or is used by one', () => {
  const entries = new Set(Object.values(exports).map((target) => target.slice(2)));
  for (const file of files) {
    const name = file.split('/').at(-1) ?? '';
    const used = files.some((other) => readFileSync(`${root}/${other}`, 'utf8').includes(`/${name}'`));
    assert.ok(entries.has(file) || used, file);
  }
});
