// The elements in pages of others: strict, hostile, moved about, with copies of the library, under another prefix (E1–E6, W4).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { patients } from '@pestle/sandbox/seed';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import { KEEP_ERRORS, personOf, reported, signInOn } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { oneTestbed } from '../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

const patientId = patients[0]?.externalId ?? '';
const workflow = (extra = ''): string =>
  `<svc-prescribe-workflow patient-id="${patientId}" enable-order ${extra}></svc-prescribe-workflow>`;
/** The search field of the workflow is there: the form can be used. */
const usable = (page: Page): Promise<void> => page.getByRole('combobox').first().waitFor();

/** A failure that the page can tell from one of the network. */
const anyOrigin = (): Record<string, string> => ({ 'access-control-allow-origin': testbed.host.origin });

/** A page in a context of its own, signed in; everything that it complains about is collected. */
async function openClean(
  body: string,
  options: Parameters<Testbed['open']>[1] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const from = testbed.complaints.length;
  const page = await testbed.open(body, { head: KEEP_ERRORS, ...options });
  await usable(page);
  return { page, complaints: testbed.complaints.slice(from) };
}

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

describe('E2, E4: registration and properties', () => {
  test('a second import and an older copy on the page are harmless', async () => {
    const older = `<script>class Older extends HTMLElement { connectedCallback() { this.textContent = 'older copy'; } }
      customElements.define('svc-med-history', Older);</script>`;
    const { page, complaints } = await openClean(
      testbed.client(`${workflow()}<svc-med-history patient-id="${patientId}"></svc-med-history>`),
      { head: older + KEEP_ERRORS },
    );
    await page.getByText('older copy').waitFor();
    await page.evaluate((script) => import(`${script}?again`), testbed.script);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  test('E4: properties that were set before the upgrade count; of a property and an attribute, the one set last', async () => {
    const body = `${testbed.client('<svc-prescribe-workflow></svc-prescribe-workflow>')}
      <script>const element = document.querySelector('svc-prescribe-workflow');
      element.patientId = '${patientId}'; element.hideSubmit = true; element.id = 'kept';</script>`;
    const { page } = await openClean(body);
    const seen = await page.evaluate(() => {
      const element = document.querySelector('svc-prescribe-workflow') as HTMLElement & {
        patientId: unknown;
        hideSubmit: unknown;
      };
      const before = [element.patientId, element.hideSubmit, element.id];
      element.setAttribute('patient-id', 'pat_later');
      const attribute = element.patientId;
      element.patientId = null;
      return [...before, attribute, element.patientId];
    });
    assert.deepEqual(seen, [patientId, true, 'kept', 'pat_later', null]);
    await page.context().close();
  });

  test('E4: an element whose code cannot be loaded says to reload the page, and tells the page', async () => {
    for (const [file, words, lang] of [
      ['client-body', 'This could not be loaded. Reload the page.', 'en'],
      ['workflow-body', 'No se pudo cargar. Recargue la página.', 'es-MX'],
    ] as const) {
      const context = await testbed.contextOf();
      await context.route(`**/elements/**/${file}-*.js`, (route) => route.abort());
      const page = await testbed.open(`<main lang="${lang}">${testbed.client(workflow())}</main>`, {
        context,
        signIn: false,
        head: KEEP_ERRORS,
      });
      await page.getByRole('alert').filter({ hasText: words }).first().waitFor();
      const errors = await reported(page);
      assert.ok(errors.some(({ message }) => message === words));
      assert.ok(errors.every(({ extensions }) => extensions.code === 'LOAD_FAILED'));
      await context.close();
    }
  });

  test('a file that is lost once, of whatever part, comes by itself: nobody sees anything of it', async () => {
    const context = await testbed.contextOf();
    const lost = new Set<string>();
    await context.route('**/elements/**/*-*.js', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (lost.has(pathname)) return await route.fallback();
      lost.add(pathname);
      await route.fulfill({ status: lost.size % 2 === 0 ? 404 : 502, headers: anyOrigin() });
    });
    const page = await testbed.open(testbed.client(workflow('enable-local-pickup')), {
      context,
      head: KEEP_ERRORS,
    });
    await usable(page);
    await page.getByRole('tabpanel').or(page.getByLabel('Near ZIP code or town')).first().waitFor();
    await page.getByRole('button', { name: 'Send Order' }).click();
    await page.getByText('Add at least one prescription.').first().waitFor();
    assert.ok(lost.size > 5, `${lost.size} files were lost`);
    assert.deepEqual(await reported(page), []);
    assert.equal(await page.getByText('Reload the page').count(), 0);
    await context.close();
  });

  test('a file that does not come says so; “Try again” brings it, and what was typed meanwhile stays', async () => {
    const context = await testbed.contextOf();
    let lost = true;
    await context.route('**/elements/**/*pharmacy*.js', (route) =>
      lost ? route.fulfill({ status: 502, headers: anyOrigin() }) : route.fallback(),
    );
    const page = await testbed.open(testbed.client(workflow('enable-local-pickup')), { context });
    await usable(page);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.getByRole('combobox').first().fill('lisin');
    await page.getByRole('option').first().waitFor();
    lost = false;
    await retry.click();
    await page.getByLabel('Near ZIP code or town').waitFor();
    assert.equal(await page.getByRole('combobox').first().inputValue(), 'lisin');
    assert.equal(await retry.count(), 0);
    await context.close();
  });

  test('E4: methods that are called before the body is there wait for it', async () => {
    const page = await testbed.open(testbed.client(), { head: KEEP_ERRORS });
    const opened = await page.evaluate((id) => {
      const element = document.createElement('svc-prescribe-workflow') as HTMLElement & {
        submit(): Promise<boolean>;
      };
      element.setAttribute('patient-id', id);
      const answer = element.submit();
      document.querySelector('svc-client')?.append(element);
      return answer;
    }, patientId);
    assert.equal(opened, false, 'there was nothing to sign');
    await page.context().close();
  });
});

test('E6, E7: what svc-client says is in the language around it, follows it, and is sound in light and dark at 320 px', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await testbed.context({ colorScheme, viewport: { width: 320, height: 600 } });
    const page = await testbed.open(`<main lang="es"><h1>Clínica</h1>${testbed.client()}</main>`, {
      context,
      signIn: false,
    });
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor();
    await assertAccessible(page, `signed out, ${colorScheme}`);
    await page.evaluate(() => document.querySelector('main')?.setAttribute('lang', 'en-US'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.evaluate(() => document.querySelector('svc-client')?.removeAttribute('org'));
    await page.getByRole('alert').getByText('org: set the id').waitFor();
    await assertAccessible(page, `misconfigured, ${colorScheme}`);
    await context.close();
  }
});

test('E6: nothing was asked of any other host', () => {
  assert.deepEqual(testbed.foreign, []);
});
