// The portal on a telephone of 320 px: nothing that is read is cut, and nothing that is pressed touches what does the opposite. And in Spanish: months are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
