// E6: the service's own build of the elements, as a page on another origin gets it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { elementFiles } from './element-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'pestle-elements-'));
const SCRIPT = 'export const answer = 42;';
for (const name of ['pestle.js', 'body-0123abcd.js']) {
  writeFileSync(join(directory, name), SCRIPT);
  writeFileSync(join(directory, `${name}.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(directory, `${name}.gz`), gzipSync(SCRIPT));
}
writeFileSync(join(directory, 'integrity.json'), '{"pestle.js":"sha384-x"}');
writeFileSync(join(directory, 'licenses.txt'), 'Lit, BSD 3-Clause');
writeFileSync(join(directory, 'secret.txt'), 'not served');

const app = fastify();
await app.register(elementFiles({ directory, version: '1.2.3', released: true }));
const sandbox = fastify();
await sandbox.register(elementFiles({ directory, version: '1.2.3', released: false }));
after(async () => {
  await app.close();
  await sandbox.close();
  rmSync(directory, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, server = app) =>
  server.inject({ method: 'GET', url, headers });

test('a script comes with its type, for any origin, for ever', async () => {
  const { statusCode, headers, body } = await get('/elements/1.2.3/pestle.js');
  assert.equal(statusCode, 200);
  assert.equal(body, SCRIPT);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['vary'], 'accept-encoding');
});

test('compressed as the browser takes it', async () => {
  const br = await get('/elements/1.2.3/pestle.js', { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(br.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), SCRIPT);
  const gzip = await get('/elements/1.2.3/pestle.js', { 'accept-encoding': 'gzip' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(gzip.rawPayload).toString(), SCRIPT);
});

test('the list of hashes is JSON', async () => {
  const { headers, body } = await get('/elements/1.2.3/integrity.json');
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(JSON.parse(body), { 'pestle.js': 'sha384-x' });
});

test('the licences of what travels in the files are text', async () => {
  const { headers, body } = await get('/elements/1.2.3/licenses.txt');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(body, 'Lit, BSD 3-Clause');
});

test('where sources change, only what carries a hash is kept; the rest is asked for anew and answered with 304', async () => {
  const entry = await get('/elements/1.2.3/pestle.js', {}, sandbox);
  assert.equal(entry.headers['cache-control'], 'public, no-cache');
  const repeated = await get(
    '/elements/1.2.3/pestle.js',
    { 'if-none-match': String(entry.headers['etag']) },
    sandbox,
  );
  assert.equal(repeated.statusCode, 304);
  const chunk = await get('/elements/1.2.3/body-0123abcd.js', {}, sandbox);
  assert.equal(chunk.headers['cache-control'], 'public, max-age=31536000, immutable');
});

test('another version, and what is no file of the build, is not there', async () => {
  for (const path of [
    '1.2.4/pestle.js',
    '1.2.3/secret.txt',
    '1.2.3/pestle.js.gz',
    '1.2.3/..%2Fpestle.js',
    '1.2.3/__proto__',
  ])
    assert.equal((await get(`/elements/${path}`)).statusCode, 404, path);
});

test('a folder without a build is refused at the start', async () => {
  const empty = fastify();
  await assert.rejects(
    async () =>
      await empty.register(
        elementFiles({ directory: join(directory, 'none'), version: '1', released: true }),
      ),
    /no built elements/,
  );
});
