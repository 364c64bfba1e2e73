// The portal on a stage: a practice at work and a browser, people of the practice who are signed in there, patients of whom each test takes another one.
import assert from 'node:assert/strict';
import type { OrganizationId } from '@pestle/rules/ids';
import { organization, patients, users } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Order, Practice } from '@pestle/testbed/api/api-practice';
import { CREATE_ORDER, openPractice } from '@pestle/testbed/api/api-practice';
import type { Look, RunningBrowser } from '@pestle/testbed/browser/browser';
import { launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

/** One of the seed, or a new one. */
export interface Patient {
  /** By which drafts name them. */
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly phone?: string;
}
type Person = Pick<(typeof users)[number], 'firstName' | 'lastName' | 'email' | 'password'>;

/** It takes every order at once. */
export const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
/** Its endpoint is down, and its state forbids the fax: what goes there is stuck. */
export const NO_FAX_IN_OHIO = 'phr_00H100N00FAX00000000000000';
/** It has a fax machine, and a page behind each fax. */
export const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const FAX_ONLY_NCPDP = '2990000186';

export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export interface PortalStage {
  readonly practice: Practice;
  readonly running: RunningBrowser;
  /** Somebody signed in, on a page of the portal: a person, or the first of a role. */
  readonly at: (path: string, who: string | Person, look?: Look) => Promise<Opened>;
  /** Somebody else of the staff. */
  readonly newStaff: (lastName: string) => Promise<Person>;
  /** Somebody of this family name in Boston, near many pharmacies, who can be texted. */
  readonly newPatient: (lastName: string, address?: typeof BOSTON) => Promise<Patient>;
  /** Lisinopril for this patient; without a pharmacy the patient is asked. */
  readonly sendFor: (patient: Patient, pharmacyId: string | null) => Promise<Order>;
  /** The same to the pharmacy whose state forbids the fax, once it stands still there. */
  readonly stuckFor: (patient: Patient) => Promise<Order>;
  /** The pharmacist of the pharmacy with the fax machine, on the page behind the last fax. */
  readonly pharmacist: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

export async function openPortalStage(): Promise<PortalStage> {
  const practice = await openPractice();
  const running = await launchBrowser();
  const { baseUrl } = practice.sandbox;
  const sendFor: PortalStage['sendFor'] = async ({ externalId }, pharmacyId) => {
    const draft = await practice.createDraft(undefined, { patientId: externalId });
    const drafts = [await practice.reviewed(draft.id, pharmacyId ?? undefined)];
    const input = { drafts, ...(pharmacyId === null ? {} : { pharmacyId }) };
    return dataOf(await practice.prescriber<{ createOrder: Order }>(CREATE_ORDER, { input })).createOrder;
  };
  return {
    practice,
    running,
    at: async (path, who, look = {}) => {
      const opened = await openWatchedPage(running.browser, `${baseUrl}/portal/${path}`, {
        width: 1_280,
        ...look,
      });
      await signIn(opened.page, typeof who === 'string' ? personOf(who) : who);
      return opened;
    },
    newStaff: async (lastName) => {
      const person = { firstName: 'Kim', lastName, email: `${lastName}@clinic.example`.toLowerCase() };
      const password = 'jovial tundra kettle 91';
      const { identity } = practice.sandbox.service.rooms;
      const orgId = organization.id as OrganizationId;
      await identity.createUser(orgId, { ...person, password, roles: ['staff'] });
      return { ...person, password };
    },
    newPatient: (lastName, address) => newPatient(practice, lastName, address),
    sendFor,
    stuckFor: async (patient) => {
      const order = await sendFor(patient, NO_FAX_IN_OHIO);
      return await practice.until(order.id, ({ state }) => state === 'ERROR');
    },
    pharmacist: () => pharmacistOf(practice, running),
    close: async () => {
      await running.close();
      await practice.close();
    },
  };
}

/** One of the seed's people with this role. */
export function personOf(role: string, index = 0): (typeof users)[number] {
  const person = users.filter((one) => one.role === role)[index];
  assert.ok(person !== undefined, `the seed has no ${role} ${index}`);
  return person;
}

/** Patients near many pharmacies who can be texted. */
export function patientAt(index: number): Patient {
  const patient = patients.filter(
    ({ phone, deceasedAt, address, language }) =>
      phone !== undefined && deceasedAt === undefined && language === undefined && address.state === 'MA',
  )[index];
  assert.ok(patient !== undefined, 'the seed has no such patient');
  return patient;
}

const BOSTON = { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' };

async function newPatient({ staff }: Practice, lastName: string, address = BOSTON): Promise<Patient> {
  const about = { firstName: 'Ann', lastName, dateOfBirth: '1980-02-29', phone: '6175550143' };
  const { createPatient } = dataOf(
    await staff<{ createPatient: { id: string } }>(
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
      { input: { ...about, sex: 'FEMALE', address } },
    ),
  );
  return { ...about, externalId: createPatient.id };
}

/** Begins with the button of the elements, but where a link to a record leads to the sign-in by itself. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  const begin = page.locator('svc-client').getByRole('button', { name: /^Sign in/ });
  await begin.or(page.getByLabel('E-mail')).first().waitFor();
  if (await begin.isVisible()) await begin.click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The navigation stands behind a button on a small screen.
  await page.locator('main#content').waitFor();
}

async function pharmacistOf({ sandbox }: Practice, { browser }: RunningBrowser): Promise<Page> {
  const { peers, baseUrl } = sandbox;
  const [fax] = peers
    .faxes()
    .filter(({ pharmacyId }) => pharmacyId === FAX_ONLY)
    .toSorted((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1));
  const printed = peers.faxLines(fax?.faxId ?? '').join('\n');
  const code = /\b[0-9A-Z]{4,5}(?:-[0-9A-Z]{4,5}){6}\b/.exec(printed)?.[0];
  assert.ok(code !== undefined, 'the fax names its code');
  const { page } = await openWatchedPage(browser, `${baseUrl}/rx`);
  await page.locator('#code').fill(code);
  await page.keyboard.press('Enter');
  await page.locator('#fact').fill(FAX_ONLY_NCPDP);
  await page.keyboard.press('Enter');
  await page.locator('#standing').waitFor();
  return page;
}
