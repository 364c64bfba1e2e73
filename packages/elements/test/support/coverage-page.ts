// The page with a workflow that checks coverage, on which the cases of coverage work, and the places that they look at.
import { newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { benefits } from '../states/workflow/coverage.ts';
import { onePractice, oneTestbed } from './one-testbed.ts';
import type { WorkflowPage } from './workflow.ts';
import { initial, openWorkflow } from './workflow.ts';

export const member = (planId = 'SANDBOX-EVERYDAY'): Promise<string> =>
  onePractice().then(({ ask }) => newPatient(ask, benefits(planId)));

/** A page that checks coverage, of a member of the plan for everyday drugs, with these in the order. */
export async function open(
  drugs: readonly string[],
  over: Readonly<Record<string, string>> = {},
  options: Parameters<typeof openWorkflow>[2] = {},
): Promise<WorkflowPage> {
  const [testbed, { ask }] = [await oneTestbed(), await onePractice()];
  const ids: string[] = [];
  for (const drug of drugs) ids.push(await treatmentOf(ask, drug));
  return await openWorkflow(
    testbed,
    {
      'patient-id': over['patient-id'] ?? (await member()),
      'enable-order': 'true',
      'enable-local-pickup': 'true',
      'enable-coverage-check': 'true',
      'initial-prescriptions': initial(...ids),
      ...over,
    },
    options,
  );
}

export const summary = (page: Page, words: string | RegExp): Locator =>
  page.locator('.coverage summary').filter({ hasText: words });

export const drafts = (page: Page): Locator => page.locator('.draft');

/** Waits until what has the focus, in whatever root, is this: `li draft-drf_…`. */
export const focused = (page: Page, wanted: RegExp): Promise<unknown> =>
  page.waitForFunction((pattern) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return new RegExp(pattern).test(`${at?.localName} ${at?.id}`);
  }, wanted.source);

export const CREATED = 'svc-draft-prescription-created';
export const DELETED = 'svc-draft-prescription-deleted';

/** Waits until the document has heard this event so often. */
export const heard = (page: Page, name: string, count: number): Promise<unknown> =>
  page.waitForFunction(
    ([wanted, times]) =>
      (window as unknown as { events: { name: string }[] }).events.filter((one) => one.name === wanted)
        .length >= times,
    [name, count] as const,
  );
