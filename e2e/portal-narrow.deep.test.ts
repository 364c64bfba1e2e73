// The portal on a telephone of 320 px: nothing that is read is cut, and nothing that is pressed touches what does the opposite. And in Spanish: months are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brokenNumbers } from '@pestle/testbed/browser/broken-numbers';
import type { Page } from 'playwright-core';
import { BEACON_HILL, openPortalStage, type PortalStage } from './support/portal-stage.ts';

let stage: PortalStage;
before(async () => {
  stage = await openPortalStage();
});
after(() => stage.close());

test('at 320 px no kind of application is cut, what ends a secret stands apart from what makes one, and no line stands under a cell of an order', async () => {
  for (const name of ['Narrow', 'Slender']) await stage.sendFor(await stage.newPatient(name), BEACON_HILL);
  const { page, complaints } = await stage.at('settings/new', 'admin', { width: 320 });
  const kind = page.getByLabel('Kind');
  // As wide as its longest choice would like it to be.
  const room = await kind.evaluate((select) => {
    const { width } = select.getBoundingClientRect();
    select.style.inlineSize = 'max-content';
    return width - select.getBoundingClientRect().width;
  });
  assert.ok(room >= 0, `its longest choice lacks ${-room} px`);
  await page.getByLabel('Name').fill('Night shift on a telephone');
  await kind.selectOption('CONFIDENTIAL');
  await page.getByRole('button', { name: 'New application' }).click();
  await page.getByText('shown this once').waitFor();
  await page.reload();
  const [end, make] = [
    await page.getByRole('button', { name: 'End it' }).last().boundingBox(),
    await page.getByRole('button', { name: 'Make a new secret' }).boundingBox(),
  ];
  assert.ok(end !== null && make !== null);
  assert.ok(end.y + end.height + 8 <= make.y, 'a finger that ends one could make one');
  await page.goto(`${stage.practice.sandbox.baseUrl}/portal/orders`);
  await page.locator('tbody[data-item]').nth(1).waitFor();
  const lines = await page
    .locator('tbody[data-item] td')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell).borderBottomWidth),
    );
  assert.deepEqual(new Set(lines), new Set(['0px']));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('in Spanish every month that is shown is Spanish: patients, orders, the page of one, and the audit trail', async () => {
  const patient = await stage.newPatient('Enero');
  const order = await stage.sendFor(patient, BEACON_HILL);
  const { page, complaints } = await stage.at('patients', 'admin');
  await page.evaluate('localStorage.setItem("pestle.portal.language", "es")');
  const { baseUrl } = stage.practice.sandbox;
  let dates = 0;
  for (const [path, shown] of [
    ['patients', '29-feb-1980'],
    [`patients/${patient.externalId}`, '29-feb-1980'],
    [`orders/${order.id}`, '29-feb-1980'],
    ['orders', 'ENERO'],
    ['audit', 'Auditoría'],
  ] as const) {
    await page.goto(`${baseUrl}/portal/${path}`);
    await page.getByText(shown).first().waitFor();
    const english = page.getByText(/\b\d{2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4}\b/);
    assert.deepEqual(await english.allTextContents(), [], path);
    dates += await page.getByText(/\b\d{2}-[a-z]{3}-\d{4}\b/).count();
  }
  assert.ok(dates > 5, 'dates were looked for where there are none');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

/** The words of a label that stands before a cell's own: what a column's heading says where there is room for one. */
function labelBefore(page: Page, cell: string): Promise<string> {
  return page
    .locator(cell)
    .first()
    .evaluate((found) => found.ownerDocument.defaultView?.getComputedStyle(found, '::before').content ?? '');
}

test('at 320 px a cell whose own words do not say what it is says so: allergies, last order, second factor', async () => {
  await stage.newPatient('Cells');
  const { page, complaints } = await stage.at('patients', 'admin', { width: 320 });
  const { baseUrl } = stage.practice.sandbox;
  await page.getByText('Not recorded').first().waitFor();
  assert.equal(await labelBefore(page, 'td:has-text("Not recorded")'), '"Allergies: "');
  assert.equal(await labelBefore(page, 'td[data-label="Last order"]:not(:empty)'), '"Last order: "');
  await page.goto(`${baseUrl}/portal/team`);
  await page.locator('td:has-text("None")').first().waitFor();
  assert.equal(await labelBefore(page, 'td:has-text("None")'), '"Second factor: "');
  await page.setViewportSize({ width: 1_280, height: 800 });
  assert.equal(await labelBefore(page, 'td:has-text("None")'), 'none', 'a column has its heading');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('at 320 px no date, time or telephone number is broken over two lines: desk with an act in hand, orders, an order, a patient', async () => {
  const patient = await stage.newPatient('Unbroken');
  const order = await stage.stuckFor(patient);
  const { page, complaints } = await stage.at('desk', 'prescriber', { width: 320 });
  const { baseUrl } = stage.practice.sandbox;
  let seen = 0;
  for (const path of ['desk', 'orders', `orders/${order.id}`, `patients/${patient.externalId}`]) {
    await page.goto(`${baseUrl}/portal/${path}`);
    await page
      .getByText(/UNBROKEN/)
      .first()
      .waitFor();
    if (path === 'desk') {
      // Pharmacies with their telephone numbers.
      await page
        .getByRole('button', { name: /^Other pharmacy/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Send to .* instead/ })
        .first()
        .waitFor();
    }
    // Narrow, wide, and where a line ends elsewhere in between.
    for (let width = 320; width <= 420; width += 10) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await brokenNumbers(page), [], `${path}, ${width} px`);
    }
    seen += await page.getByText(/\d{3}-\d{3}-\d{4}|\d{2}-[A-Z][a-z]{2}-\d{4}/).count();
  }
  assert.ok(seen > 3, 'numbers were looked for where there are none');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('whose record is open is said by its heading, with the birth date beside the name: an order, and the form that edits a patient', async () => {
  const patient = await stage.newPatient('Heading');
  const order = await stage.sendFor(patient, BEACON_HILL);
  const { page, complaints } = await stage.at(`orders/${order.id}`, 'prescriber');
  const { baseUrl } = stage.practice.sandbox;
  const head = page.locator('.head').filter({ has: page.locator('h1') });
  await page.getByRole('heading', { level: 1, name: 'HEADING, Ann' }).waitFor();
  assert.match(
    (await head.innerText()).replaceAll(/\s+/g, ' '),
    /HEADING, Ann born 29-Feb-1980 .*Order \d{4} \d{4}.* Signed \d{1,2}:\d{2} [AP]M/,
  );
  await page.goto(`${baseUrl}/portal/patients/${patient.externalId}/edit`);
  await page.getByRole('heading', { level: 1, name: 'Edit HEADING, Ann' }).waitFor();
  await page.getByText('born 29-Feb-1980').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the workflow is as wide as the page around it, and nothing of the navigation moves when another entry is the current one', async () => {
  const patient = await stage.newPatient('Width');
  const { page, complaints } = await stage.at(`patients/${patient.externalId}/prescribe`, 'prescriber', {
    width: 320,
  });
  const { baseUrl } = stage.practice.sandbox;
  const banner = page.locator('svc-prescribe-workflow').getByText(/born 29-Feb-1980/);
  await banner.waitFor();
  const [heading, card] = [
    await page.getByRole('heading', { level: 1 }).boundingBox(),
    await page.getByRole('combobox').first().boundingBox(),
  ];
  assert.ok(heading !== null && card !== null);
  assert.ok(card.x - heading.x <= 20, `the first field begins ${card.x - heading.x} px inside the page`);
  await page.setViewportSize({ width: 1_280, height: 800 });
  const heights = new Set<number>();
  for (const path of ['desk', 'disabled']) {
    await page.goto(`${baseUrl}/portal/${path}`);
    const entry = page.getByRole('link', { name: 'Disabled medicines' });
    await entry.waitFor();
    heights.add((await entry.boundingBox())?.height ?? 0);
  }
  assert.equal(heights.size, 1, [...heights].join(', '));
  assert.deepEqual(complaints, []);
  await page.context().close();
});
