// The library in a browser: 30 kB compressed at most with all it needs, nothing of Node in it, and only what is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_GZIP_BYTES, sizeOf } from '../scripts/size.ts';

test('everything, saxes included, is at most 30 kB compressed and runs in a browser', async (t) => {
  const { gzipBytes, code } = await sizeOf();
  t.diagnostic(`${gzipBytes} bytes`);
  assert.ok(gzipBytes <= MAX_GZIP_BYTES, `${gzipBytes} bytes`);
  assert.doesNotMatch(code, /node:|require\(|process\.|Buffer\.|\beval\(|new Function/);
});

test('what is not used is left out', async (t) => {
  const only = await sizeOf(`export { transliterateName } from '@pestle/script';`);
  const builder = await sizeOf(`export { build } from '@pestle/script';`);
  t.diagnostic(`${only.gzipBytes} and ${builder.gzipBytes} bytes`);
  assert.ok(only.gzipBytes < 1500, `${only.gzipBytes} bytes`);
  assert.doesNotMatch(builder.code, /unclosed tag|malformed comment/);
});
