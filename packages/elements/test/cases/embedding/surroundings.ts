// The elements in pages of others, in a real browser: strict, hostile, moved about (E1, E3, E6, W4).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { KEEP_ERRORS, personOf, reported, signInOn } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openClean, patientId, usable, workflow } from '../../support/clean-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('E6: a strict page', () => {
  const csp = (scripts: string): Record<string, string> => ({
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${scripts}`,
      "style-src 'self'",
      'img-src data:',
      `connect-src ${testbed.baseUrl}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; '),
  });

  test('without unsafe-inline and unsafe-eval, with Trusted Types, the form works and nothing is refused', async () => {
    testbed.host.serveFile(
      '/host.js',
      'text/javascript',
      'window.reported = []; window.refused = []; document.addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));',
    );
    const { page, complaints } = await openClean(testbed.client(workflow('enable-med-history')), {
      head: '<script src="/host.js"></script>',
      headers: csp(`'self' ${testbed.baseUrl}`),
    });
    await page.getByRole('combobox').first().fill('lisin');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await page.evaluate('window.refused'), []);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  test('the script is held to its hash by `integrity`', async () => {
    const list = await fetch(testbed.script.replace('pestle.js', 'integrity.json'));
    const hashes = (await list.json()) as Record<string, string>;
    testbed.host.serve(
      '/',
      `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><script type="module" crossorigin integrity="${hashes['pestle.js']}" src="${testbed.script}"></script>${testbed.client()}`,
    );
    const context = await testbed.contextOf();
    const page = await context.newPage();
    await page.goto(testbed.host.origin);
    await signInOn(page, personOf());
    await context.close();
  });
});

describe('E1, E6: a hostile page', () => {
  test('global CSS of the host changes nothing inside, and its layout is not changed by svc-client', async () => {
    const css = `<style>body * { display: inline !important; color: red !important; font-size: 40px !important; }
      .row { display: flex !important } button, input { display: none !important }</style>`;
    const { page } = await openClean(`<div class="row">${testbed.client(workflow())}</div>`, {
      head: css + KEEP_ERRORS,
    });
    const field = page.getByRole('combobox').first();
    assert.ok(await field.isVisible());
    assert.notEqual(await field.evaluate((input) => getComputedStyle(input).fontSize), '40px');
    await page.context().close();
  });

  test('a polluted Object.prototype and Array.prototype do no harm', async () => {
    const pollution = `<script>
      Object.prototype.weight = 'polluted'; Object.prototype.address = {}; Object.prototype.enumerable2 = true;
      Object.prototype.toJSON2 = () => 1; Array.prototype.remove = function () {};
    </script>${KEEP_ERRORS}`;
    const page = await testbed.open(testbed.client(workflow()), { head: pollution });
    await usable(page);
    await page.context().close();
  });

  test('inside another shadow root, also a closed one, the nearest client is found (E3)', async () => {
    const script = `<script type="module">
      for (const mode of ['open', 'closed']) {
        const host = document.createElement('div');
        document.querySelector('svc-client').append(host);
        const root = host.attachShadow({ mode });
        const inner = document.createElement('svc-prescribe-workflow');
        inner.setAttribute('patient-id', '${patientId}');
        root.append(inner);
        inner.addEventListener('svc-ready', () => document.body.append('ready-' + mode + ' '));
      }
    </script>`;
    const page = await testbed.open(testbed.client() + script, { head: KEEP_ERRORS });
    await page.getByText('ready-open').waitFor();
    await page.getByText('ready-closed').waitFor();
    await page.context().close();
  });

  test('W4: a script of the page that speaks the private event gets no session', async () => {
    const page = await testbed.open(testbed.client('<div id="forged"></div>'), { head: KEEP_ERRORS });
    const got = await page.evaluate(() => {
      const taken: unknown[] = [];
      const element = document.querySelector('#forged');
      const detail = Object.assign(document.createElement('div'), {
        accept: (session: unknown) => taken.push(session),
      });
      for (const one of [
        detail,
        (session: unknown) => taken.push(session),
        { accept: (session: unknown) => taken.push(session) },
      ])
        element?.dispatchEvent(
          new CustomEvent('svc-i-find-client-1', { bubbles: true, composed: true, detail: one }),
        );
      const client = document.querySelector('svc-client');
      const body = client?.shadowRoot?.firstElementChild;
      const reachable = [client, body].flatMap((one) =>
        Object.values(Object.getOwnPropertyDescriptors(one ?? {})).map(({ value }) => value as unknown),
      );
      return [
        taken.length,
        reachable.filter((value) => typeof value === 'object' && value !== null && 'mutate' in value).length,
      ];
    });
    assert.deepEqual(got, [0, 0]);
    await page.context().close();
  });
});

describe('E1: moved about', () => {
  test('moved in the document, what was typed stays; removed and added again, the form works', async () => {
    const { page } = await openClean(`<div id="a">${testbed.client(workflow())}</div><div id="b"></div>`);
    await page.getByRole('combobox').first().fill('lisin');
    await page.evaluate(() => {
      const client = document.querySelector('svc-client');
      if (client !== null) document.querySelector('#b')?.append(client);
    });
    await usable(page);
    assert.equal(await page.getByRole('combobox').first().inputValue(), 'lisin');
    await page.evaluate(() => {
      const client = document.querySelector('svc-client');
      client?.remove();
      (globalThis as { kept?: unknown }).kept = client;
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await page.evaluate(() => document.body.append((globalThis as unknown as { kept: Node }).kept));
    await page.getByRole('combobox').first().fill('metf');
    await page.getByRole('option').first().waitFor();
    await page.context().close();
  });

  test('E3: outside svc-client a readable message and svc-error; put inside, it works', async () => {
    const page = await testbed.open(`${workflow()}${testbed.client()}`, { head: KEEP_ERRORS });
    await page.getByText('<svc-prescribe-workflow> must be inside <svc-client>.').waitFor();
    assert.deepEqual(
      (await reported(page)).map(({ extensions }) => extensions.code),
      ['NO_CLIENT'],
    );
    await page.evaluate(() => {
      const inner = document.querySelector('svc-prescribe-workflow');
      if (inner !== null) document.querySelector('svc-client')?.append(inner);
    });
    await usable(page);
    await page.context().close();
  });

  test('E3: a client that is upgraded or inserted later is found', async () => {
    const page = await testbed.open(`<div id="place">${workflow()}</div>${testbed.client()}`, {
      head: KEEP_ERRORS,
    });
    await page.getByText('must be inside').waitFor();
    await page.evaluate(
      ([id, org]) => {
        const place = document.querySelector('#place');
        const inner = place?.firstElementChild;
        const client = document.createElement('svc-client');
        client.id = id ?? '';
        client.setAttribute('org', org ?? '');
        if (inner === null || inner === undefined) return;
        place?.append(client);
        client.append(inner);
      },
      [testbed.clientId, testbed.orgId],
    );
    await usable(page);
    await page.context().close();
  });
});

test('E6: nothing was asked of any other host', () => {
  assert.deepEqual(testbed.foreign, []);
});
