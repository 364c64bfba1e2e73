// What was prescribed before, in a real browser: the element of its own, and the card in the workflow.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed } from '../../support/one-testbed.ts';
import { open, openTag, pharmacies } from '../../support/part-page.ts';

let testbed: Testbed;
let ask: Ask;
let metformin: string;
let lisinopril: string;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
  metformin = await treatmentOf(ask, 'metformin 500 mg oral tablet');
  lisinopril = await treatmentOf(ask, 'lisinopril 10 mg');
});

describe('the medication history', () => {
  const history = (page: Page): Locator => page.getByRole('region', { name: 'Medication history' });
  const rows = (page: Page): Locator => history(page).getByRole('listitem');

  test('svc-med-history: newest first with status, and what is sent now appears by itself', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin);
    await prescribed(ask, patientId, lisinopril, null);
    const page = await openTag(`<svc-med-history patient-id="${patientId}"></svc-med-history>`);
    await rows(page).nth(1).waitFor();
    const [first = '', second = ''] = await rows(page).allTextContents();
    assert.match(first, /lisinopril.*Patient to choose/s);
    assert.match(second, /metFORMIN.*Signed, not sent/s);
    assert.match(second, /60\u00a0tablets.*30\u00a0days.*2\u00a0refills.*Written/s);
    const [pharmacy] = await pharmacies('LOCAL_PICKUP');
    await prescribed(ask, patientId, metformin, pharmacy?.id ?? '');
    await rows(page).nth(2).waitFor();
    assert.match(
      (await rows(page).first().textContent()) ?? '',
      new RegExp(`metFORMIN.*${pharmacy?.name}`, 's'),
    );
    await page.close();
  });

  test('svc-ready, svc-error: svc-med-history tells once that the list is there, and that it cannot be loaded', async () => {
    const page = await openTag('');
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      for (const name of ['svc-ready', 'svc-error'])
        document.addEventListener(name, ({ target }) => {
          if (target instanceof HTMLElement && target.localName === 'svc-med-history') heard.push(name);
        });
      document.querySelector('svc-client')?.append(document.createElement('svc-med-history'));
    });
    const heard = (names: string): Promise<unknown> =>
      page.waitForFunction((wanted) => String(Reflect.get(window, 'heard')) === wanted, names);
    const show = (id: string): Promise<void> =>
      page.evaluate(
        (given) => document.querySelector('svc-med-history')?.setAttribute('patient-id', given),
        id,
      );
    await show(await newPatient(ask));
    await heard('svc-ready');
    await show('no-such-patient');
    await heard('svc-ready,svc-error');
    await page.close();
  });

  test('svc-attention, attention: the page hears how much waits for the person as it changes, and a line of the history leads there', async () => {
    const [prescriber, staff] = [personOf(), personOf('staff')];
    const patientId = await newPatient(ask);
    const prepare = async (): Promise<void> => {
      const input = {
        patientId,
        treatmentId: metformin,
        prescriberId: prescriber.id,
        dispenseQuantity: '60',
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        instructions: 'Take 1 tablet by mouth twice daily for 30 days.',
        duplicateReason: 'Another of the same.',
        repeatReason: 'Another of the same.',
      };
      await asPerson(testbed, staff)(
        'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
        { input },
      );
    };
    await prepare();
    const page = await openTag(`<svc-med-history patient-id="${patientId}" attention></svc-med-history>`);
    await page.evaluate(() => {
      const counts: number[] = [];
      Reflect.set(window, 'counts', counts);
      document.addEventListener('svc-attention', (event) => {
        if (event.target instanceof HTMLElement && event.target.localName === 'svc-client')
          counts.push((event as CustomEvent<{ count: number }>).detail.count);
      });
      document.querySelector('svc-client')?.setAttribute('attention', '');
    });
    const line = page.locator('svc-med-history').getByRole('link', { name: /^\d+ needs? you$/ });
    await line.waitFor();
    const before = Number.parseInt((await line.textContent()) ?? '', 10);
    assert.ok(before >= 1);
    assert.match((await line.getAttribute('href')) ?? '', /\/portal\/desk\?mine=true$/);
    await prepare();
    await page
      .locator('svc-med-history')
      .getByRole('link', { name: `${before + 1} need you` })
      .waitFor();
    await page.waitForFunction(
      (count) => String(Reflect.get(window, 'counts')).endsWith(`${count}`),
      before + 1,
    );
    assert.equal(await page.evaluate(() => String(Reflect.get(window, 'counts'))), `${before},${before + 1}`);
    await page.evaluate(() => document.querySelector('svc-med-history')?.removeAttribute('attention'));
    await line.waitFor({ state: 'detached' });
    await page.close();
  });

  test('svc-med-history: why the list may be old is said in the words of the answer, and only silence is called that', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin);
    const page = await openTag(`<svc-med-history patient-id="${patientId}"></svc-med-history>`);
    await rows(page).first().waitFor();
    let code = '';
    await page.route('**/graphql', (route) =>
      code === 'OFFLINE'
        ? route.abort()
        : route.fulfill({
            headers: { 'access-control-allow-origin': testbed.host.origin },
            contentType: 'application/json',
            body: JSON.stringify({
              errors: [{ message: `In words: ${code}.`, extensions: { code, retryAfterSeconds: 60 } }],
            }),
          }),
    );
    const look = (): Promise<unknown> =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    for (const [answer, words] of [
      ['FORBIDDEN', 'In words: FORBIDDEN.'],
      ['RATE_LIMITED', 'In words: RATE_LIMITED.'],
      ['MAINTENANCE', 'In words: MAINTENANCE.'],
      ['OFFLINE', 'The service cannot be reached.'],
    ] as const) {
      code = answer;
      await look();
      const shown = history(page).getByText(`The list may be old. ${words}`);
      await shown.waitFor();
      assert.match((await shown.textContent()) ?? '', /Try again$/);
      assert.equal(await rows(page).count(), 1, 'what was shown stays');
    }
    await page.unroute('**/graphql');
    await history(page).getByRole('button', { name: 'Try again' }).click();
    await history(page).getByText('The list may be old.').waitFor({ state: 'detached' });
    await page.close();
  });

  test('svc-med-history: another patient takes the place of the one before, at once and whole', async () => {
    const [one, other] = [await newPatient(ask), await newPatient(ask)];
    await prescribed(ask, one, metformin);
    const page = await openTag(`<svc-med-history patient-id="${one}"></svc-med-history>`);
    await rows(page).first().waitFor();
    await page.evaluate(
      (id) => document.querySelector('svc-med-history')?.setAttribute('patient-id', id),
      other,
    );
    await history(page).getByText('No prescriptions on record with this service.').waitFor();
    assert.equal(await rows(page).count(), 0);
    await page.close();
  });

  test('enable-med-history, enable-med-history-links, enable-med-history-refill-button: the card links to the portal and adds a prescription again', async () => {
    const patientId = await newPatient(ask);
    const prescription = await prescribed(ask, patientId, metformin);
    const page = await open('enable-med-history enable-med-history-links enable-med-history-refill-button', {
      patientId,
    });
    const link = history(page).getByRole('link', { name: /^Open metFORMIN/ });
    assert.equal(await link.getAttribute('href'), `${testbed.baseUrl}/portal/prescriptions/${prescription}`);
    assert.equal(await link.getAttribute('rel'), 'noopener');
    await history(page)
      .getByRole('button', { name: /^Refill metFORMIN/ })
      .click();
    const pending = page.getByRole('region', { name: /^Pending Order/ });
    await pending
      .getByText(/was prescribed a short while ago|Take 1 tablet by mouth twice daily/)
      .first()
      .waitFor();
    await page.close();
    const plain = await open('', { patientId });
    await plain.getByRole('combobox').first().waitFor();
    assert.equal(await history(plain).count(), 0);
    await plain.close();
  });
});
