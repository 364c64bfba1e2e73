// What browser tests of the whole workflow share: a page with one, its events, and its pieces by their names.
import assert from 'node:assert/strict';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import type { BrowserContext, Locator, Page } from 'playwright-core';

export const EVENTS = [
  'svc-prescriptions-created',
  'svc-order-created',
  'svc-order-combined',
  'svc-prescriptions-error',
  'svc-order-error',
  'svc-draft-prescription-created',
  'svc-draft-prescription-deleted',
  'svc-coverage-checked',
  'svc-prescribe-success',
  'svc-error',
  'svc-ready',
] as const;

export interface HeardEvent {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A listener on the document, as the seed says that there may be. */
const KEEP_EVENTS = `<script>
  window.events = [];
  for (const name of ${JSON.stringify(EVENTS)})
    document.addEventListener(name, (event) => {
      if (event.target.localName === 'svc-prescribe-workflow') window.events.push({ name, detail: event.detail });
    });
</script>`;

export interface WorkflowPage {
  readonly page: Page;
  /** What the document heard, in order; those named only, when names are given. */
  heard(...names: readonly string[]): Promise<readonly HeardEvent[]>;
  readonly element: Locator;
  /** Sets or removes an attribute, as a page's script does. */
  set(name: string, value: string | null): Promise<void>;
  /** The first paragraph of text that holds this. */
  text(words: string | RegExp): Locator;
  button(name: string | RegExp): Locator;
  readonly pending: Locator;
}

export const WORKFLOW = 'svc-prescribe-workflow';

/** Opens a page with one workflow with these attributes, signed in; `tag` replaces the whole content of the client. */
export async function openWorkflow(
  testbed: Testbed,
  attributes: Readonly<Record<string, string>>,
  options: {
    readonly context?: BrowserContext;
    readonly tag?: string;
    readonly width?: number;
    readonly path?: string;
  } = {},
): Promise<WorkflowPage> {
  const context = options.context ?? (await (testbed.shared?.() ?? testbed.contextOf()));
  const list = Object.entries(attributes).map(
    ([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`,
  );
  const tag = options.tag ?? `<${WORKFLOW} ${list.join(' ')}></${WORKFLOW}>`;
  const page = await testbed.open(`<main><h1>Clinic</h1>${testbed.client(tag)}</main>`, {
    context,
    head: KEEP_EVENTS,
    width: options.width ?? 1024,
    ...(options.path === undefined ? {} : { path: options.path }),
  });
  await page.waitForFunction(`window.events.some(({ name }) => name === 'svc-ready')`);
  return workflowOf(page);
}

export function workflowOf(page: Page): WorkflowPage {
  const element = page.locator(WORKFLOW).first();
  return {
    page,
    element,
    heard: async (...names) => {
      const all = await page.evaluate<HeardEvent[]>('window.events');
      return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    },
    set: async (name, value) => {
      await element.evaluate(
        (node, [attribute, text]) => {
          if (text === null) node.removeAttribute(attribute);
          else node.setAttribute(attribute, text);
        },
        [name, value] as const,
      );
    },
    text: (words) => page.getByText(words).first(),
    button: (name) => page.getByRole('button', { name }),
    pending: page.getByRole('region', { name: /^Pending Order/ }).getByRole('listitem'),
  };
}

/** Goes from 'Pending Order' to the review, and answers the button that signs. */
export async function toReview(workflow: WorkflowPage, submit: string): Promise<Locator> {
  await workflow.page.getByRole('button', { name: submit, exact: true }).click();
  const confirm = workflow.button(/^Sign /);
  await confirm.waitFor();
  return confirm;
}

/** The names of what the document heard. */
export async function heardNames(workflow: WorkflowPage): Promise<readonly string[]> {
  return (await workflow.heard()).map(({ name }) => name);
}

/** `initial-prescriptions` with one entry for each treatment. */
export function initial(...ids: readonly string[]): string {
  return JSON.stringify(
    ids.map((treatmentId) => ({
      treatmentId,
      dispenseQuantity: 30,
      dispenseUnit: 'Tablet',
      fillsAllowed: 1,
      daysSupply: 30,
      instructions: 'Take 1 tablet by mouth once daily.',
    })),
  );
}

type Pharmacy = { readonly id: string; readonly name: string };

/** What the tests of the workflow prescribe, and where it goes. */
export interface Practice {
  readonly ask: Ask;
  readonly lisinopril: string;
  readonly metformin: string;
  /** Takes orders electronically. */
  readonly local: Pharmacy;
  readonly mail: Pharmacy;
  ordersOf(patientId: string): Promise<readonly { readonly id: string; readonly number: string }[]>;
  /** A page of a new patient with one draft that goes to the local pharmacy. */
  openOrder(
    over?: Readonly<Record<string, string>>,
    options?: Parameters<typeof openWorkflow>[2],
  ): Promise<{ readonly patientId: string; readonly workflow: WorkflowPage }>;
}

export async function openPractice(testbed: Testbed): Promise<Practice> {
  const ask = asPerson(testbed);
  const pharmacy = async (filter: string): Promise<Pharmacy> => {
    const { pharmacies } = await ask<{ pharmacies: { nodes: { pharmacy: Pharmacy }[] } }>(
      `{ pharmacies(first: 1, ${filter}) { nodes { pharmacy { id name } } } }`,
    );
    const [found] = pharmacies.nodes;
    assert.ok(found !== undefined, filter);
    return found.pharmacy;
  };
  const [lisinopril, metformin, local, mail] = await Promise.all([
    treatmentOf(ask, 'lisinopril 10 mg oral tablet'),
    treatmentOf(ask, 'metformin 500 mg oral tablet'),
    pharmacy('text: "beacon hill apothecary"'),
    pharmacy('kinds: [MAIL_ORDER]'),
  ]);
  return {
    ask,
    lisinopril,
    metformin,
    local,
    mail,
    ordersOf: async (patientId) => {
      const { orders } = await ask<{ orders: { nodes: { id: string; number: string }[] } }>(
        'query($p: String!) { orders(patientId: $p) { nodes { id number } } }',
        { p: patientId },
      );
      return orders.nodes;
    },
    openOrder: async (over = {}, options = {}) => {
      const patientId = await newPatient(ask);
      const attributes = {
        'patient-id': patientId,
        'enable-order': 'true',
        'pharmacy-id': local.id,
        'initial-prescriptions': initial(lisinopril),
        ...over,
      };
      return { patientId, workflow: await openWorkflow(testbed, attributes, options) };
    },
  };
}
