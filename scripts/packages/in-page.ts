// Runs a bundled sample in a browser's page whose service cannot be reached, and waits until its elements say so.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { launchBrowser } from '@pestle/testbed/browser/browser';
import { bundled } from './bundle.ts';

const PAGE = '<!doctype html><title>Sample</title><body><script type="module" src="/bundled.js"></script>';

/** `file` is the sample in JavaScript, in a folder from which its packages are found. */
export async function runInPage(file: string): Promise<void> {
  const { files } = await bundled(dirname(file), readFileSync(file, 'utf8'));
  const byPath = new Map(Object.entries(files).map(([name, code]) => [`/${name}`, code]));
  const entry = [...byPath].find(([path]) => /\/bundled[^/]*\.js$/.test(path))?.[0];
  assert.ok(entry !== undefined);
  const server = createServer(({ url = '/' }, response) => {
    const code = byPath.get(url);
    const type = code === undefined ? 'text/html' : 'text/javascript';
    response
      .setHeader('content-type', `${type}; charset=utf-8`)
      .end(code ?? PAGE.replace('/bundled.js', entry));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { browser, close } = await launchBrowser();
  try {
    const page = await browser.newPage();
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    await page.route('http://127.0.0.1:8080/**', (route) => route.abort());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByText('cannot be reached').first().waitFor();
    for (const tag of ['svc-client', 'svc-prescribe-workflow'])
      await page.locator(`${tag}:defined`).waitFor({ state: 'attached' });
    assert.deepEqual(thrown, []);
  } finally {
    await close();
    server.closeAllConnections();
    server.close();
  }
}
