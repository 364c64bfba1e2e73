// Owns what every state stands on: one service, one browser, pages that are signed in once, and answers that go wrong on purpose.
import { readFileSync } from 'node:fs';
import { shortIdOf } from '@pestle/service/graphql';
import { retellAnswer } from '@pestle/testbed/browser/retold';
import { personOf, type SeedPerson, signInOn } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient } from '@pestle/testbed/elements/records';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import type { Practice } from '../support/workflow.ts';
import { openPractice, WORKFLOW } from '../support/workflow.ts';

/** What becomes of every request of an operation: no answer yet, none at all, this error, or an answer that is changed on its way. */
export type Fault =
  | 'held'
  | 'offline'
  | { readonly code: string; readonly message: string }
  | { readonly change: (data: Record<string, unknown>) => void };

export interface PageOptions {
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly person?: SeedPerson;
  /** A context in which nobody is signed in, or another one; else the person's. */
  readonly context?: BrowserContext;
  /** False: the page is only opened. */
  readonly signIn?: boolean;
  readonly lang?: string;
  readonly path?: string;
}

export interface Scene extends Practice {
  readonly testbed: Testbed;
  /** A page around this content. */
  readonly page: (body: string, options?: PageOptions) => Promise<Page>;
  /** A page with a workflow with these attributes; a patient is made unless one is named, or null. */
  readonly workflow: (
    attributes?: Readonly<Record<string, string>>,
    options?: PageOptions & { readonly patientId?: string | null },
  ) => Promise<Page>;
  readonly patient: (over?: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** One context for each person, in which they are signed in; every state has a page of its own. */
export async function openScene(testbed: Testbed): Promise<Scene> {
  const practice = await openPractice(testbed);
  const contexts = new Map<string, Promise<BrowserContext>>();
  const contextOf = (person: SeedPerson): Promise<BrowserContext> => {
    const made = contexts.get(person.email) ?? signedInContext(testbed, person);
    contexts.set(person.email, made);
    return made;
  };
  const page: Scene['page'] = async (body, options = {}) => {
    const { person = personOf(), path = '/' } = options;
    const opened = await (options.context ?? (await contextOf(person))).newPage();
    testbed.host.serve(path, hostPage(testbed, body, options.lang));
    for (const [operation, fault] of Object.entries(options.faults ?? {}))
      await failing(testbed, opened, operation, fault);
    await opened.goto(testbed.host.origin + path);
    if (options.signIn !== false) await signInOn(opened, person);
    return opened;
  };
  const patient: Scene['patient'] = (over = {}) =>
    newPatient(practice.ask, { firstName: 'Ada', lastName: 'Whitcombe', ...over });
  return {
    ...practice,
    testbed,
    page,
    patient,
    workflow: async (attributes = {}, options = {}) => {
      const patientId = options.patientId === undefined ? await patient() : options.patientId;
      const all = { ...(patientId === null ? {} : { 'patient-id': patientId }), ...attributes };
      return await page(testbed.client(tag(WORKFLOW, all)), options);
    },
  };
}

async function signedInContext(testbed: Testbed, person: SeedPerson): Promise<BrowserContext> {
  const context = await testbed.contextOf(person);
  const page = await testbed.open(testbed.client(), { context, person });
  await page.close();
  return context;
}

/** A tag with attributes, as a page writes it. */
export function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${list.join('')}></${name}>`;
}

/** A clinic's page: its own heading, and colors that follow the system as the elements do. */
function hostPage(testbed: Testbed, body: string, lang = 'en'): string {
  const style = `<style>:root { color-scheme: light dark } body { margin: 0; font-family: system-ui }
    h1 { margin: 0; padding: 12px 16px; font-size: 1.25rem }</style>`;
  return testbed
    .html(`<main><h1>Riverside Clinic</h1>${body}</main>`, style)
    .replace('<html lang="en">', `<html lang="${lang}">`);
}

const PERSISTED = new URL('../../../service/src/graphql/request/persisted/', import.meta.url);
const AREAS = [
  'acts',
  'coverage',
  'drafts',
  'history',
  'orders',
  'patients',
  'people',
  'pharmacies',
  'screening',
  'search',
  'signer',
  'signing',
  'templates',
  'workflow',
  'writing',
];

/** The id under which a page sends this operation. */
function idOf(operation: string): string {
  for (const area of AREAS) {
    const texts = JSON.parse(readFileSync(new URL(`${area}.json`, PERSISTED), 'utf8')) as Record<
      string,
      string
    >;
    const found = Object.keys(texts).find((id) =>
      new RegExp(`^(?:query|mutation) ${operation}\\b`, 'm').test(texts[id] ?? ''),
    );
    if (found !== undefined) return shortIdOf(found);
  }
  throw new Error(`no document of the elements is ${operation}`);
}

/** From now on, what the page asks with this operation goes wrong. */
export async function failing(testbed: Testbed, page: Page, operation: string, fault: Fault): Promise<void> {
  const id = idOf(operation);
  await page.route(`${testbed.baseUrl}/graphql`, async (route) => {
    if (route.request().postData()?.includes(id) !== true) return await route.fallback();
    return await spoil(testbed, route, fault);
  });
}

async function spoil(testbed: Testbed, route: Route, fault: Fault): Promise<void> {
  // A request that nobody answers ends with its page.
  if (fault === 'held') return;
  if (fault === 'offline') return await route.abort('internetdisconnected');
  const headers = { 'access-control-allow-origin': testbed.host.origin };
  if ('change' in fault) {
    const { change } = fault;
    return await retellAnswer(route, (json) => change((json as { data: Record<string, unknown> }).data));
  }
  const { code, message } = fault;
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  await route.fulfill({ headers, contentType: 'application/json', body });
}

/** The pieces of a workflow by their names. */
export const at = {
  search: (page: Page): Locator => page.getByRole('combobox', { name: /^Search medication/ }),
  patients: (page: Page): Locator => page.getByRole('combobox', { name: /^Search patients/ }),
  directions: (page: Page): Locator => page.getByLabel('Directions for the patient'),
  pending: (page: Page): Locator =>
    page.getByRole('region', { name: /^Pending Order/ }).getByRole('listitem'),
  option: (page: Page, name: RegExp): Locator => page.getByRole('option', { name }).first(),
  button: (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first(),
  text: (page: Page, words: string | RegExp): Locator => page.getByText(words).first(),
};

/** Waits for the buttons of the rows, which come after them. */
export async function withActs(page: Page): Promise<Page> {
  await page.locator('[part~="acts"]').first().waitFor();
  await page.locator('.acts.awaited').first().waitFor({ state: 'detached' });
  return page;
}

/** Finds a treatment in the search and takes it into the form. */
export async function pick(page: Page, name: string): Promise<void> {
  await at.search(page).fill(name);
  await page.getByRole('group', { name: 'All treatments' }).getByRole('option').first().click();
  await at.button(page, /^Change /).waitFor();
}
