// Drives an example in the browser: what every host page must be able to do with the elements, whatever it is made of.
import assert from 'node:assert/strict';
import { personOf, signInOn } from '@pestle/testbed/elements/browsing';
import type { Locator, Page } from 'playwright-core';
import type { ExpectedChart } from './charts.ts';

/** Opens the page, signs in, and goes through attributes, properties, events, re-mount, patient switch and an order. */
export async function drive(
  page: Page,
  url: string,
  first: ExpectedChart,
  second: ExpectedChart,
): Promise<readonly string[]> {
  const seen: string[] = [];
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    seen.push(name);
  };
  await page.goto(url);
  await signInOn(page, personOf());
  await step('attributes', async () => {
    await showsOnly(page, first, second);
    await page.locator('svc-prescribe-workflow').getByRole('button', { name: 'Send Order' }).waitFor();
  });
  await step('properties', async () => {
    await drafts(page)
      .filter({ hasText: `Dispense ${first.quantity} ` })
      .waitFor();
  });
  await step('events', async () => {
    await eventsOf(page, 'svc-ready').first().waitFor();
    await eventsOf(page, 'svc-draft-prescription-created').filter({ hasText: first.planned }).waitFor();
    assert.equal(await eventsOf(page, 'svc-error').count(), 0);
  });
  await step('re-mount', async () => {
    await control(page, 'Close form').click();
    await page.locator('svc-prescribe-workflow').waitFor({ state: 'detached' });
    await control(page, 'Open form').click();
    await showsOnly(page, first, second);
    assert.equal(await eventsOf(page, 'svc-draft-prescription-created').count(), 1, 'made once');
  });
  await step('patient switch', async () => {
    await control(page, second.name).click();
    await showsOnly(page, second, first);
    await drafts(page)
      .filter({ hasText: `Dispense ${second.quantity} ` })
      .waitFor();
    await control(page, first.name).click();
    await showsOnly(page, first, second);
    assert.equal(await eventsOf(page, 'svc-draft-prescription-created').count(), 2, 'made once for each');
    assert.equal(await eventsOf(page, 'svc-error').count(), 0);
  });
  await step('order', async () => {
    await sendOrder(page);
    await eventsOf(page, 'svc-prescriptions-created').filter({ hasText: first.planned }).waitFor();
    // Whatever came after would be in the log before the page answers that the form is gone and there again.
    await control(page, 'Close form').click();
    await control(page, 'Open form').click();
    // An element that is the same as before still shows what was sent.
    const workflow = page.locator('svc-prescribe-workflow');
    await workflow
      .getByRole('button', { name: 'Send Order' })
      .or(workflow.getByText(/^Order: /))
      .first()
      .waitFor();
    const created = (await page.locator('#log li').allTextContents())
      .map((line) => line.split(' ')[0])
      .filter((type) => type === 'svc-order-created' || type === 'svc-prescriptions-created');
    assert.deepEqual(created, ['svc-order-created', 'svc-prescriptions-created'], 'told once, in order');
    assert.equal(await eventsOf(page, 'svc-error').count(), 0);
  });
  return seen;
}

/** Chooses a pharmacy, reads the review, signs, and waits until the order is on its way. */
async function sendOrder(page: Page): Promise<void> {
  const workflow = page.locator('svc-prescribe-workflow');
  await workflow.getByRole('radio').first().check();
  await workflow.getByRole('button', { name: 'Send Order' }).click();
  await workflow.getByRole('button', { name: /^Sign / }).click();
  await workflow
    .getByText(/^Order: /)
    .first()
    .waitFor();
}

/** Form and history show this patient's and nothing of the other's (E5). */
async function showsOnly(page: Page, shown: ExpectedChart, other: ExpectedChart): Promise<void> {
  await page.getByRole('heading', { level: 1, name: shown.name }).waitFor();
  const [given = '', family = ''] = shown.name.split(' ');
  const banner = page.locator('svc-prescribe-workflow').getByRole('region', { name: /patient/i });
  await banner.filter({ hasText: family.toLocaleUpperCase('en') }).waitFor();
  assert.match((await banner.textContent()) ?? '', new RegExp(given, 'u'));
  await drafts(page)
    .filter({ hasText: words(shown.planned) })
    .waitFor();
  const history = page.locator('svc-med-history');
  await history.getByText(words(shown.earlier)).first().waitFor();
  assert.equal(await drafts(page).count(), 1);
  assert.equal(
    await drafts(page)
      .filter({ hasText: words(other.planned) })
      .count(),
    0,
  );
  assert.equal(await history.getByText(words(other.earlier)).count(), 0);
}

/** What is planned; what was signed before and waits to be sent stands in a list of its own below. */
function drafts(page: Page): Locator {
  return page.locator('svc-prescribe-workflow [part="pending-order"] ol.drafts > li');
}

/** Lines of the host's own log. */
function eventsOf(page: Page, type: string): Locator {
  return page.locator('#log li').filter({ hasText: type });
}

/** A button or link of the host page itself. */
function control(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first();
}

/** In tall-man letters, medication names are written with capitals inside. */
function words(text: string): RegExp {
  return new RegExp(text, 'i');
}
