// Where an order goes, whom it is for and what was prescribed before, in a real browser.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed, sharedContext } from '../support/one-testbed.ts';

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

type Shown = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly patientId?: string | null;
};

async function open(attributes: string, shown: Shown = {}): Promise<Page> {
  const patientId = shown.patientId === undefined ? await newPatient(ask) : shown.patientId;
  const patient = patientId === null ? '' : `patient-id="${patientId}"`;
  return await openTag(`<svc-prescribe-workflow ${patient} ${attributes}></svc-prescribe-workflow>`, shown);
}

async function openTag(tag: string, { scheme = 'light', width = 1024 }: Shown = {}): Promise<Page> {
  return await testbed.open(`<main><h1>Clinic</h1>${testbed.client(tag)}</main>`, {
    context: await sharedContext(),
    head: '<style>body{margin:0}</style>',
    scheme,
    width,
  });
}

type Found = { readonly id: string; readonly name: string };
async function pharmacies(kind: 'LOCAL_PICKUP' | 'MAIL_ORDER'): Promise<readonly Found[]> {
  const { pharmacies: found } = await ask<{ pharmacies: { nodes: { pharmacy: Found }[] } }>(
    'query($kinds: [PharmacyKind!], $near: PlaceInput) { pharmacies(kinds: $kinds, first: 5, near: $near) { nodes { pharmacy { id name } } } }',
    { kinds: [kind], near: kind === 'LOCAL_PICKUP' ? { postalCode: '02108' } : null },
  );
  return found.nodes.map(({ pharmacy }) => pharmacy);
}

const card = (page: Page): Locator => page.getByRole('region', { name: 'Pharmacy', exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const radios = (page: Page): Locator => card(page).getByRole('radio');
const hasFocus = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);

describe('pharmacy selection', () => {
  test('enable-send-to-patient, enable-local-pickup, enable-delivery-pharmacies: three tabs in this order, by arrow keys', async () => {
    const page = await open(
      'enable-order enable-send-to-patient enable-local-pickup enable-delivery-pharmacies',
    );
    await tab(page, 'Send to Patient').waitFor();
    assert.deepEqual(await page.getByRole('tab').allTextContents(), [
      'Send to Patient',
      'Local Pickup',
      'Mail Order',
    ]);
    await page.getByText('A secure link goes to (•••) •••-0100.').waitFor();
    await tab(page, 'Send to Patient').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await tab(page, 'Local Pickup').getAttribute('aria-selected'), 'true');
    assert.equal(await hasFocus(tab(page, 'Local Pickup')), true);
    assert.equal(await tab(page, 'Send to Patient').getAttribute('tabindex'), '-1');
    await page.keyboard.press('End');
    assert.equal(await hasFocus(tab(page, 'Mail Order')), true);
    await page.close();
  });

  test('enable-order: as the only flag it means Local Pickup, near the address of the patient, with distance and hours', async () => {
    const page = await open('enable-order');
    await card(page).getByRole('heading', { name: 'Local Pickup' }).waitFor();
    await radios(page).first().waitFor();
    assert.equal(await page.getByLabel('Near ZIP code or town').inputValue(), '02108');
    const first = (await card(page).locator('label.choice').first().textContent()) ?? '';
    for (const part of [/\d\.\d mi/, /Open|Closed|Hours not known/, /Electronic|By fax/, /Boston, MA 02/])
      assert.match(first, part);
    await page.getByLabel('Near ZIP code or town').fill('Nowhere (');
    await page.getByLabel('Near ZIP code or town').fill('Columbus, OH');
    await card(page)
      .getByText(/Columbus, OH/)
      .first()
      .waitFor();
    await page.close();
  });

  test('preferred and previous pharmacies stand first; the preferred one is suggested', async () => {
    const [near, other] = await pharmacies('LOCAL_PICKUP');
    assert.ok(near !== undefined && other !== undefined);
    const patientId = await newPatient(ask, { preferredPharmacyId: other.id });
    await prescribed(ask, patientId, metformin, near.id);
    const page = await open('enable-order', { patientId });
    await page.getByRole('button', { name: `Change pharmacy ${other.name}` }).click();
    await radios(page).nth(2).waitFor();
    const listed = await card(page).locator('label.choice').allTextContents();
    assert.match(listed[0] ?? '', new RegExp(`${other.name}.*Preferred`, 's'));
    assert.match(listed[1] ?? '', new RegExp(`${near.name}.*Used before`, 's'));
    assert.equal(await radios(page).first().isChecked(), true);
    await radios(page).first().focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await radios(page).nth(1).isChecked(), true);
    await page.keyboard.press('Enter');
    assert.equal(await hasFocus(page.getByRole('button', { name: `Change pharmacy ${near.name}` })), true);
    await page.close();
  });

  test('pharmacy-id: fixed when no tab is enabled, changeable when one is', async () => {
    const [first] = await pharmacies('LOCAL_PICKUP');
    assert.ok(first !== undefined);
    const fixed = await open(`enable-order pharmacy-id="${first.id}"`);
    await card(fixed).getByText(first.name).waitFor();
    assert.equal(await card(fixed).getByRole('button').count(), 0);
    assert.equal(await fixed.getByRole('tab').count(), 0);
    await fixed.close();
    const open2 = await open(`enable-order pharmacy-id="${first.id}" enable-local-pickup`);
    await open2.getByRole('button', { name: `Change pharmacy ${first.name}` }).click();
    await radios(open2).nth(1).check();
    assert.equal(await radios(open2).nth(1).isChecked(), true);
    await open2.close();
  });

  test('pharmacy-id: one that does not exist says what can be done: choose another, or have the page mended', async () => {
    const unknown = 'enable-order pharmacy-id="phr_01TEST0000000000000000000Z"';
    const fixed = await open(unknown);
    await card(fixed).getByText('no other can be chosen here').waitFor();
    assert.equal(await card(fixed).getByText('Choose another').count(), 0);
    await fixed.close();
    const free = await open(`${unknown} enable-local-pickup`);
    await card(free).getByText('was not found. Choose another.').waitFor();
    await radios(free).first().waitFor();
    await free.close();
  });

  test('mail-order-ids: a local pharmacy among them is skipped, with a warning', async () => {
    const [local] = await pharmacies('LOCAL_PICKUP');
    const [mail] = await pharmacies('MAIL_ORDER');
    assert.ok(local !== undefined && mail !== undefined);
    const from = testbed.complaints.length;
    const page = await open(`enable-order mail-order-ids="${local.id},${mail.id}"`);
    await radios(page).first().waitFor();
    assert.equal(await radios(page).count(), 1);
    await card(page).getByText(mail.name).waitFor();
    assert.ok(
      testbed.complaints
        .slice(from)
        .some((words) => words.includes(`${local.id} is not a mail order pharmacy; it is skipped`)),
    );
    await page.close();
  });

  test('mail-order-ids: adds the tab with these pharmacies only; unknown ids are warned about and skipped', async () => {
    const [mail] = await pharmacies('MAIL_ORDER');
    assert.ok(mail !== undefined, 'the sandbox has a mail order pharmacy');
    const page = await open(
      `enable-order mail-order-ids=" ${mail.id} , phr_01TEST0000000000000000000Z,${mail.id}"`,
    );
    await radios(page).first().waitFor();
    assert.equal(await radios(page).count(), 1);
    assert.match((await card(page).locator('label.choice').textContent()) ?? '', new RegExp(mail.name));
    assert.ok(testbed.complaints.some((words) => words.includes('phr_01TEST0000000000000000000Z')));
    assert.equal(await page.getByLabel('Near ZIP code or town').count(), 0);
    await page.close();
  });
});

describe('the patient', () => {
  const picker = (page: Page): Locator => page.getByRole('combobox', { name: /^Search patients/ });

  test('patient-id: without it a patient is searched and chosen by keyboard; a deceased one cannot be', async () => {
    await newPatient(ask, { firstName: 'Zoe', lastName: 'Pickwick' });
    await newPatient(ask, { firstName: 'Zed', lastName: 'Pickwick', deceased: true });
    const page = await open('', { patientId: null });
    await picker(page).focus();
    await page.keyboard.type('pickw');
    await page.getByRole('option').nth(1).waitFor();
    const removed = page.getByRole('option', { name: /Zed/ });
    assert.equal(await removed.getAttribute('aria-disabled'), 'true');
    assert.match((await removed.textContent()) ?? '', /Deceased: nothing can be prescribed\./);
    await removed.click({ force: true });
    assert.equal(await picker(page).count(), 1);
    await page.keyboard.press('ArrowDown');
    if (!/Zoe/.test((await page.locator('[role=option][aria-selected=true]').textContent()) ?? ''))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Patient' }).getByText('PICKWICK').waitFor();
    await page.close();
  });

  test('patient-id: a new patient is created with everything an order needs, and chosen', async () => {
    const page = await open('enable-order', { patientId: null });
    await page.getByRole('button', { name: 'New patient' }).click();
    const first = page.getByLabel('First name');
    await first.waitFor();
    await page.getByRole('button', { name: 'Create patient' }).click();
    const summary = page.getByRole('group', { name: 'Mend this before the patient is saved:' });
    assert.equal(
      await summary.getByRole('listitem').count(),
      9,
      'everything that is missing is named at once',
    );
    assert.equal(await hasFocus(first), true);
    await first.fill('Nora');
    await page.getByLabel('Last name').fill('Newcomb');
    await page.getByLabel('Date of birth').fill('1990-05-06');
    await page.getByLabel(/^Sex/).selectOption('FEMALE');
    await page.getByLabel('Mobile phone').fill('(617) 555-0177');
    await page.getByLabel('Street', { exact: true }).fill('9 Elm St');
    await page.getByLabel('City').fill('Boston');
    await page.getByLabel('State').selectOption('MA');
    await page.getByLabel('ZIP code', { exact: true }).fill('02108');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Patient' }).getByText('NEWCOMB').waitFor();
    await page.close();
  });

  test('patient-id: an edit sends what changed, and what somebody else changed meanwhile is not overwritten', async () => {
    const patientId = await newPatient(ask, { firstName: 'Edith', lastName: 'Changed' });
    const page = await open('', { patientId });
    await page.getByRole('button', { name: 'Edit patient' }).click();
    await page.getByLabel('First name').fill('Edythe');
    await ask(
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: { email: "e@example.com" }) { id } }',
      {
        id: patientId,
      },
    );
    await page.getByRole('button', { name: 'Save patient' }).click();
    await page
      .getByText(/Somebody else changed this patient meanwhile/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('First name').inputValue(), 'Edythe', 'what was typed is kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit patient' }).click();
    await page.getByLabel('First name').fill('Edythe');
    await page.getByRole('button', { name: 'Save patient' }).click();
    await page.getByRole('region', { name: 'Patient' }).getByText('Edythe').waitFor();
    const { patient } = await ask<{ patient: object }>(
      'query($id: ID!) { patient(id: $id) { firstName email } }',
      { id: patientId },
    );
    assert.deepEqual({ ...patient }, { firstName: 'Edythe', email: 'e@example.com' });
    await page.close();
  });
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
