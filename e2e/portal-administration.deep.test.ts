// The portal's pages of administration in a real browser: who may do what, applications and their secrets, policies, and who saw and did what.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { applications, users } from '@pestle/sandbox/seed';
import { type Ask, askWith, dataOf, signInPerson } from '@pestle/testbed/api/api';
import type { Practice } from '@pestle/testbed/api/api-practice';
import { openPractice } from '@pestle/testbed/api/api-practice';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
let practice: Practice;
let baseUrl: string;
let admin: Ask;
let auditor: Ask;

before(async () => {
  practice = await openPractice();
  running = await launchBrowser();
  baseUrl = practice.sandbox.baseUrl;
  const ada = users.find(({ role }) => role === 'admin');
  assert.ok(ada !== undefined);
  const { email, password } = ada;
  const as = async (scope: string): Promise<Ask> =>
    askWith(
      baseUrl,
      await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope }),
    );
  admin = await as('read:user write:user');
  auditor = await as('openid read:audit');
});
after(async () => {
  await running.close();
  await practice.close();
});

/** Somebody signed in, on a page of the portal. */
async function at(path: string, role: string): Promise<{ page: Page; complaints: string[] }> {
  const user = users.find((one) => one.role === role);
  assert.ok(user !== undefined);
  const opened = await openWatchedPage(running.browser, `${baseUrl}/portal/${path}`, { width: 1280 });
  const { page } = opened;
  await page
    .locator('svc-client')
    .getByRole('button', { name: /^Sign in/ })
    .click();
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Portal' }).waitFor();
  return opened;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const names = async (page: Page): Promise<string[]> =>
  await page.locator('tbody tr td:first-child a').allTextContents();

test('the team is narrowed and sorted as a whole, in the address; somebody is invited, changed, deactivated and let in again', async () => {
  const { page, complaints } = await at('team', 'admin');
  await page.getByRole('link', { name: 'Rivera, Elena' }).waitFor();
  const all = await names(page);
  assert.deepEqual(all, all.toSorted());
  await page.getByRole('button', { name: 'Name' }).click();
  assert.equal(new URL(page.url()).search, '?sort=-name');
  assert.equal(
    await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'),
    'descending',
  );
  assert.deepEqual(await names(page), all.toReversed());
  await page.getByRole('button', { name: 'Staff' }).click();
  assert.deepEqual(await names(page), ['Whitfield, Sam']);
  await page.getByRole('link', { name: 'Invite somebody' }).click();
  await page.getByLabel('E-mail').fill('quentin@clinic.example');
  await page.getByLabel('First name').fill('Quentin');
  await page.getByLabel('Last name').fill('Quill');
  await page.getByLabel('NPI').fill('1234567890');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Quentin', 'what was typed stays');
  await page.getByLabel('NPI').fill('');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(/Pass this link on|The invitation was sent/).waitFor();
  await page.getByRole('link', { name: 'Profile' }).click();
  await heading(page, 'Quentin Quill').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByLabel('Credentials, such as MD').fill('RN');
  dataOf(
    await admin(
      'mutation($id: ID!) { updateUser(input: {id: $id, revision: 1, firstName: "Quentin", lastName: "Quill", roles: [STAFF]}) { id } }',
      { id },
    ),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this person meanwhile').waitFor();
  await page.reload();
  await page.getByLabel('Credentials, such as MD').fill('RN');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('What they signed stays.').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Deactivated.').waitFor();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByText('Reactivated.').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('an application is made with its secret shown once; a secret is ended', async () => {
  const { page, complaints } = await at('settings/new', 'admin');
  await page.getByLabel('Name').fill('Night shift');
  await page.getByLabel('Kind').selectOption('CONFIDENTIAL');
  await page.getByRole('button', { name: 'New application' }).click();
  await heading(page, 'Night shift').waitFor();
  await page.getByText('shown this once').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Make a new secret' }).waitFor();
  assert.equal(await page.getByText('shown this once').count(), 0);
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByText('cannot sign in any more').waitFor();
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByText('The secret has ended.').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('policies are changed on what was read', async () => {
  const { page } = await at('policies', 'admin');
  const reentry = page.getByLabel(/initials and the year of birth/);
  await reentry.check();
  await page.getByLabel('It was canceled').uncheck();
  await page.getByLabel(/What no drug file holds may be written by hand/).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const asked = '{ organization { revision patientReentry writtenTreatments patientTexts } }';
  const { organization } = dataOf(
    await admin<{
      organization: {
        revision: number;
        patientReentry: boolean;
        writtenTreatments: boolean;
        patientTexts: string[];
      };
    }>(asked),
  );
  assert.deepEqual([organization.patientReentry, organization.writtenTreatments], [true, true]);
  assert.equal(organization.patientTexts.includes('CANCELED'), false);
  dataOf(
    await admin(
      'mutation($r: Int!) { updateOrganization(input: {revision: $r, patientReentry: false}) { id } }',
      {
        r: organization.revision,
      },
    ),
  );
  await reentry.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed these settings').waitFor();
  await page.context().close();
});

test('that the practice does not use screening is stated on the policies page, which then says who and when', async () => {
  const { page } = await at('policies', 'admin');
  const stated = page.getByText(/Stated by [A-Z]\w+ [A-Z]\w+, \d+:\d\d/);
  const choose = async (policy: RegExp, says: 'attached' | 'detached'): Promise<void> => {
    await page.getByLabel(policy).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await page.getByLabel(policy).waitFor();
    await stated.waitFor({ state: says });
    assert.ok(await page.getByLabel(policy).isChecked());
  };
  await choose(/^Are not checked here/, 'attached');
  await assertAccessibleInEveryLook(page, 'policies: screening is not used here');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByText(/^.*Lo declaró [A-Z]\w+ [A-Z]\w+/).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await choose(/^Are checked at every review/, 'detached');
  await page.context().close();
});

test('the trail is narrowed by person, act and patient, and exported as text', async () => {
  const { page, complaints } = await at('audit', 'admin');
  await page.getByLabel('What was done').selectOption('audit.read');
  await page.locator('tbody tr').filter({ hasText: 'Read this trail' }).first().waitFor();
  assert.equal(new URL(page.url()).search, '?act=audit.read');
  await page.getByLabel('What was done').selectOption('patient.create');
  const link = page.locator('tbody tr a').first();
  await link.waitFor();
  const patientId = (await link.textContent()) ?? '';
  await page.getByLabel('What was done').selectOption('');
  await page.getByLabel(/^Patient \(id/).fill(patientId);
  await page.getByLabel(/^Patient \(id/).press('Enter');
  await page.waitForURL((url) => url.searchParams.get('patient') === patientId);
  await page.locator('tbody tr').filter({ hasText: patientId }).first().waitFor();
  await heading(page, 'Access report').waitFor();
  assert.match((await page.locator('.head').textContent()) ?? '', /[A-Z]+, \w+.*born \d{2}-\w{3}-\d{4}/);
  await page.emulateMedia({ media: 'print' });
  for (const button of ['Print', 'Export as CSV'])
    assert.equal(await page.getByRole('button', { name: button }).isVisible(), false, 'no buttons on paper');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  assert.match((await download).suggestedFilename(), /^access-report-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await (await download).path(), 'utf8');
  assert.match(text, /^"id","at","actorKind"/);
  assert.ok(text.includes(patientId));
  await page.getByText(/entries were exported/).waitFor();
  const { screeningCounts } = dataOf(
    await auditor<{ screeningCounts: { rule: string }[] }>('{ screeningCounts { rule } }'),
  );
  await page.getByText('Warnings of screening').click();
  const first = screeningCounts[0]?.rule;
  await page
    .getByText(first ?? 'No rule has been shown yet.')
    .first()
    .waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a template is changed on what was read and deleted; a medicine is disabled with its reason and enabled again', async () => {
  const { page, complaints } = await at('templates', 'admin');
  await page.locator('tbody tr').first().waitFor();
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByLabel('Name').fill('Renamed here');
  await page.getByLabel('Days supply').fill('-3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Renamed here', 'what was typed stays');
  await page.getByLabel('Days supply').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Edit Renamed here' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Prescriptions that were made with it stay.').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted.').waitFor();
  await page.goto(`${baseUrl}/portal/disabled`);
  await page.getByRole('textbox', { name: 'Find a medication to disable' }).fill('metoprolol');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByLabel('Reason, for prescribers to read').fill('Not stocked');
  await page
    .getByRole('button', { name: /^Disable / })
    .first()
    .click();
  const row = page.locator('tbody tr').filter({ hasText: 'Not stocked' });
  await row.waitFor();
  await row.getByRole('button', { name: 'Enable' }).click();
  await row.getByText('It can be prescribed again.').waitFor();
  await row.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Enabled.').waitFor();
  await row.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a catalog is made, added to from the drug file, given directions, searched, and narrows the search where the practice says so', async () => {
  const { page, complaints } = await at('catalog', 'admin');
  await page.getByText('The practice has no catalog yet.').waitFor();
  await page.getByLabel('Name of the catalog').fill('House list');
  await page.getByRole('button', { name: 'Make it' }).click();
  await heading(page, 'Catalog').waitFor();
  await page.getByText('There is nothing in this catalog yet.').waitFor();
  const add = async (word: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Add from the drug file' }).fill(word);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page
      .getByRole('button', { name: new RegExp(`^Add ${word}`, 'i') })
      .first()
      .click();
    await page
      .locator('tbody tr')
      .filter({ hasText: new RegExp(word, 'i') })
      .first()
      .waitFor();
  };
  await add('metformin');
  await add('lisinopril');
  await page.getByRole('button', { name: /^Edit the directions and quantity of metformin/i }).click();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('60');
  await page
    .getByRole('textbox', { name: 'Directions' })
    .fill('Take one tablet by mouth twice daily with meals.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('tbody tr').filter({ hasText: 'twice daily with meals. · 60' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const [head, ...lines] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  assert.match(head ?? '', /^"id","Medication","Class","Name","Quantity"/);
  assert.equal(lines.length, 2);
  assert.ok(
    lines.some((line) => /metformin/i.test(line) && line.includes('"60"') && line.includes('with meals')),
  );
  await page.getByRole('searchbox', { name: 'Find in the catalog' }).fill('with meals');
  await page
    .locator('tbody tr')
    .filter({ hasText: /lisinopril/i })
    .waitFor({ state: 'detached' });
  assert.equal(await page.locator('tbody tr').count(), 1);
  await page.getByRole('searchbox', { name: 'Find in the catalog' }).fill('');
  const row = page.locator('tbody tr').filter({ hasText: /lisinopril/i });
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByText('It is no longer in the catalog.').waitFor();
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await page.goto(`${baseUrl}/portal/policies`);
  const allowed = page.getByLabel(/What is in no catalog and no template may be prescribed/);
  await allowed.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const found = async (): Promise<string> =>
    JSON.stringify(
      dataOf(await practice.staff('{ treatments(text: "losartan") { hits { nodes { id } } } }')),
    );
  assert.match(await found(), /"nodes":\[\]/);
  await page.goto(`${baseUrl}/portal/catalog`);
  await page.getByText('Nothing else is prescribed, but for what a template has.').waitFor();
  await assertAccessibleInEveryLook(page, 'the catalog');
  await page.goto(`${baseUrl}/portal/policies`);
  await allowed.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  assert.match(await found(), /trt_/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('an administrator puts a pharmacy among the preferred, which everybody finds there; staff do not', async () => {
  const { page, complaints } = await at('pharmacies', 'admin');
  await page.getByRole('searchbox', { name: 'Find a pharmacy' }).fill('beacon');
  await page.getByRole('button', { name: 'Prefer Beacon Hill Apothecary', exact: true }).click();
  await page.getByText('It is among the pharmacies that the practice prefers.').waitFor();
  await page.getByRole('searchbox', { name: 'Find a pharmacy' }).fill('');
  await page.getByRole('button', { name: 'Preferred', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('kind') === 'preferred');
  await page.getByRole('button', { name: 'Prefer Beacon Hill Apothecary no more' }).waitFor();
  await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
  assert.equal(await page.locator('tbody tr').count(), 1);
  assert.match(
    JSON.stringify(await practice.staff('mutation { preferPharmacy(id: "phr_01", preferred: true) { id } }')),
    /FORBIDDEN/,
  );
  await page.getByRole('button', { name: 'Prefer Beacon Hill Apothecary no more' }).click();
  await page.getByText('The practice prefers no pharmacy yet.').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('pharmacies are found, and lead to what was sent there', async () => {
  const { page } = await at('pharmacies', 'staff');
  await page.getByRole('searchbox', { name: 'Find a pharmacy' }).fill('beacon');
  await page.getByRole('link', { name: 'Orders for Beacon Hill Apothecary' }).click();
  await heading(page, 'Orders').waitFor();
  assert.match(new URL(page.url()).search, /^\?pharmacy=phr_/);
  await page.context().close();
});

test('whoever may not has no way there: neither in the navigation nor by the address nor by the API', async () => {
  const { page } = await at('team', 'staff');
  await page.getByRole('link', { name: 'Rivera, Elena' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Invite somebody' }).count(), 0);
  assert.equal(await page.getByRole('columnheader', { name: 'Last sign-in' }).count(), 0);
  for (const path of ['audit', 'settings']) {
    await page.goto(`${baseUrl}/portal/${path}`);
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /role/, path);
  }
  const codes = async (document: string): Promise<string> => JSON.stringify(await practice.staff(document));
  assert.match(
    await codes('mutation { updateOrganization(input: {revision: 1, patientReentry: false}) { id } }'),
    /FORBIDDEN/,
  );
  assert.match(
    await codes('mutation { createApplication(input: {name: "X", kind: CONFIDENTIAL}) { secret } }'),
    /FORBIDDEN/,
  );
  assert.match(await codes('{ auditEntries { nodes { id } } }'), /FORBIDDEN/);
  await page.context().close();
});

test('E7: the pages of administration are axe clean and fit, in every look', async () => {
  const { page } = await at('team', 'admin');
  const rows = (): Promise<void> => page.locator('tbody tr').first().waitFor();
  const pages: readonly (readonly [string, () => Promise<void>])[] = [
    ['team', rows],
    ['team?show=inactive', () => page.getByText('Nobody is like this.').waitFor()],
    ['team/new', () => page.getByLabel('First name').waitFor()],
    ['settings', rows],
    ['settings/new', () => page.getByLabel('Kind').waitFor()],
    ['templates', rows],
    ['templates?show=mine', () => heading(page, 'Templates').waitFor()],
    ['disabled', () => heading(page, 'Disabled medicines').waitFor()],
    ['pharmacies', rows],
    ['policies', () => page.getByLabel('Opens').waitFor()],
    ['audit', rows],
    ['audit?from=2020-01-01&to=2020-01-02', () => page.getByText('Nothing was seen or done').waitFor()],
  ];
  for (const [path, ready] of pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${baseUrl}/portal/${path}`);
    await ready();
    await assertAccessibleInEveryLook(page, path);
  }
  await page.context().close();
});
