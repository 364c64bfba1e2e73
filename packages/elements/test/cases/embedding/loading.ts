// How the elements come to stand in a page, in a real browser: registration, properties, lost files, language (E2, E4, E6).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { WorkflowPatient } from '@pestle/client/documents/workflow';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import { KEEP_ERRORS, reported } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { anyOrigin, openClean, patientId, usable, workflow } from '../../support/clean-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
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

  test('what signs in comes first: the workflow follows, and what it asks first is asked while it comes', async () => {
    const context = await testbed.contextOf();
    const first = await testbed.open(testbed.client(workflow()), { context });
    await usable(first);
    await first.close();
    const asked: string[] = [];
    const described = Promise.withResolvers<void>();
    const patient = Promise.withResolvers<void>();
    await context.route('**/.well-known/pestle', async (route) => {
      asked.push('service');
      await described.promise;
      await route.fallback();
    });
    await context.route('**/elements/**/workflow-body-*.js', async (route) => {
      asked.push('workflow');
      await patient.promise;
      await route.fallback();
    });
    await context.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(WorkflowPatient.id) === true) {
        asked.push('patient');
        patient.resolve();
      }
      await route.fallback();
    });
    const code = context.waitForEvent('response', (response) => response.url().includes('/client-body-'));
    const page = await testbed.open(testbed.client(workflow()), { context, signIn: false });
    await code;
    assert.deepEqual(asked, ['service']);
    described.resolve();
    await usable(page);
    // An import asks for its file again where requests are watched.
    assert.deepEqual([...new Set(asked)], ['service', 'workflow', 'patient']);
    assert.equal(asked.filter((one) => one === 'patient').length, 1);
    await context.close();
  });

  test('a file that is lost once, of whatever part, comes by itself: nobody sees anything of it', async () => {
    const context = await testbed.contextOf();
    const lost = new Set<string>();
    await context.route('**/elements/**/*-*.js', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (lost.has(pathname)) return await route.fallback();
      lost.add(pathname);
      await route.fulfill({ status: lost.size % 2 === 0 ? 404 : 502, headers: anyOrigin(testbed) });
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
    await context.route('**/elements/**/places-*.js', (route) =>
      lost ? route.fulfill({ status: 502, headers: anyOrigin(testbed) }) : route.fallback(),
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
