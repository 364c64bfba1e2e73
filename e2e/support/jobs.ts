// Jobs of people at the portal, performed and counted: what administrators set, finding an order, signing for several patients in a row.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Patient, PortalStage } from './portal-stage.ts';
import { BEACON_HILL, personOf } from './portal-stage.ts';
import { countedAt, job } from './presses.ts';

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name });

/** From the desk to the order: by what somebody reads out, by who asks, and by what the carrier says. */
export async function findOrders(
  stage: PortalStage,
  [one, other]: readonly [Patient, Patient],
): Promise<void> {
  const { practice, sendFor } = stage;
  const trackingNumber = '1Z999AA10555512345';
  const [sent, shipped] = [await sendFor(one, BEACON_HILL), await sendFor(other, BEACON_HILL)];
  await practice.until(shipped.id, ({ state }) => state === 'PLACED');
  const report = {
    pharmacyId: BEACON_HILL,
    orderId: shipped.id,
    status: 'SHIPPED',
    carrier: 'UPS',
    trackingNumber,
  };
  const answer = await practice.sandbox.peers.report(report);
  assert.equal(answer.status, 200, answer.text);
  const { data } = await practice.prescriber<{ order: { number: string } }>(
    'query($id: ID!) { order(id: $id) { number } }',
    { id: sent.id },
  );
  const opened = await countedAt(stage, 'desk', 'staff');
  const { page } = opened;
  const find = async (by: string, typed: string, { lastName }: Patient): Promise<void> => {
    await linkTo(page, 'Desk').click();
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    await job(`find an order by ${by}`, 2, opened, async () => {
      await linkTo(page, 'Orders').click();
      await page.getByRole('searchbox', { name: 'Find an order' }).fill(typed);
      const rows = page.locator('tbody[data-item]');
      await rows.nth(1).waitFor({ state: 'detached' });
      await rows
        .getByRole('link', { name: new RegExp(`^${lastName}`, 'i') })
        .first()
        .click();
      await page.getByRole('list', { name: 'Where it stands' }).waitFor();
    });
  };
  await find('its number', data?.order.number ?? '', one);
  await find('patient', `${other.lastName} ${other.firstName}`, other);
  await find('tracking number', trackingNumber, other);
  assert.deepEqual(opened.complaints, []);
  await page.context().close();
}

/** What staff prepared for several patients is reviewed and signed by the prescriber, each by itself. */
export async function signInARow(stage: PortalStage, names: readonly string[]): Promise<void> {
  const { practice } = stage;
  const prescriberId = personOf('prescriber').id;
  for (const name of names) {
    const { externalId: patientId } = await stage.newPatient(name);
    await practice.createDraft(practice.staff, { patientId, prescriberId });
  }
  const opened = await countedAt(stage, 'drafts', 'prescriber');
  const { page } = opened;
  const workflow = page.locator('svc-prescribe-workflow');
  const begin = page.getByRole('link', { name: /^Sign for \d+ patients in a row$/ });
  await begin.waitFor();
  const count = Number(/\d+/.exec((await begin.textContent()) ?? '')?.[0]);
  assert.ok(count >= names.length);
  await job(`sign for ${count} patients in a row`, 3 * count, opened, async () => {
    await begin.click();
    for (let at = 1; at <= count; at += 1) {
      await page.getByText(`Patient ${at} of ${count}`).waitFor();
      await workflow.getByRole('heading', { name: /Pending Order \(1\)/ }).waitFor();
      await workflow.getByRole('button', { name: /^Send Order/ }).click();
      await workflow.getByRole('button', { name: /^Sign / }).click();
      await page.getByRole('status').getByText('Signed').first().waitFor();
      if (at < count) await page.getByRole('status').locator('[data-next]').click();
    }
  });
  assert.deepEqual(opened.complaints, []);
  await page.context().close();
}

/** Counted from any page. */
export async function administrate(stage: PortalStage): Promise<void> {
  const opened = await countedAt(stage, '', 'admin');
  const { page } = opened;
  const counted = async (name: string, most: number, work: () => Promise<void>): Promise<void> => {
    await page.goto(`${stage.practice.sandbox.baseUrl}/portal/orders`);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await job(name, most, opened, work);
  };
  const to = (name: string): Promise<void> => linkTo(page, name).click();
  await counted('invite somebody', 3, async () => {
    await to('Team');
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail').fill('quentin@clinic.example');
    await page.getByLabel('First name').fill('Quentin');
    await page.getByLabel('Last name').fill('Quill');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(/Pass this link on|The invitation was sent/).waitFor();
  });
  await counted('disable a medicine', 3, async () => {
    await to('Disabled medicines');
    await page.getByRole('textbox', { name: 'Find a medication to disable' }).fill('metoprolol');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByLabel('Reason, for prescribers to read').fill('Not stocked');
    await page
      .getByRole('button', { name: /^Disable / })
      .first()
      .click();
    await page.locator('tbody tr').filter({ hasText: 'Not stocked' }).waitFor();
  });
  await counted('prefer a pharmacy', 2, async () => {
    await to('Pharmacies');
    await page.getByRole('searchbox', { name: 'Find a pharmacy' }).fill('beacon');
    await page.getByRole('button', { name: 'Prefer Beacon Hill Apothecary', exact: true }).click();
    await page.getByText('It is among the pharmacies that the practice prefers.').waitFor();
  });
  await counted('change a policy', 3, async () => {
    await to('Policies');
    await page.getByLabel('It was canceled').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });
  await counted('ids of an application', 2, async () => {
    await to('Applications');
    await page.locator('main table a').first().click();
    await page.waitForURL(/\/portal\/settings\/app_/);
  });
  await counted('who saw what of a patient', 3, async () => {
    await to('Patients');
    await page.locator('tbody a').first().click();
    await page.getByRole('link', { name: 'Who saw it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Access report' }).waitFor();
  });
  assert.deepEqual(opened.complaints, []);
  await page.context().close();
}
