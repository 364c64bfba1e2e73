// Owns the prescriber's page and hands of the morning: finds patients, prescribes, signs, and puts down what each took.
import assert from 'node:assert/strict';
import { dataOf } from '@pestle/testbed/api/api';
import type { Practice } from '@pestle/testbed/api/api-practice';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { Keyboard } from './keyboard.ts';

/** Takes orders electronically. */
const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
const FIRST_LETTER = 'A'.charCodeAt(0);
/** As many letters as a prescriber types of a name. */
const NAME_LETTERS = 4;

/** Of a patient who was asked about allergies. */
export const NONE_KNOWN = { allergies: [] };

/** What others have opened already. */
export interface Stage {
  readonly practice: Practice;
  /** A page of the portal on which this person has signed in. */
  readonly at: (path: string, role: string) => Promise<{ page: Page; complaints: readonly string[] }>;
}

interface Printed {
  readonly patient: string;
  readonly findKeys: number;
  readonly findS: number;
  readonly keys: number;
  readonly s: number;
}

/** `open` comes before everything else. */
export class Morning {
  readonly #printed: Printed[] = [];
  #complaints: readonly string[] = [];
  #patients = 0;
  #opened: { readonly page: Page; readonly ask: Ask; readonly asStaff: Ask } | undefined;

  async open({ practice, at }: Stage): Promise<void> {
    const { page, complaints } = await at('patients', 'prescriber');
    this.#complaints = complaints;
    this.#opened = { page, ask: asking(practice.prescriber), asStaff: asking(practice.staff) };
  }

  /** Prints what each patient took. */
  async close(): Promise<void> {
    print(this.#printed);
    assert.deepEqual(this.#complaints, []);
    await this.page.context().close();
  }

  get page(): Page {
    return this.#there.page;
  }

  /** The API as the prescriber asks it. */
  get ask(): Ask {
    return this.#there.ask;
  }

  get asStaff(): Ask {
    return this.#there.asStaff;
  }

  get #there() {
    if (this.#opened === undefined) throw new Error('the morning has not begun');
    return this.#opened;
  }

  /** A new patient with a name of its own, whose pharmacy is known. */
  async patient(over: object): Promise<{ id: string; name: string }> {
    const lastName = `${String.fromCharCode(FIRST_LETTER + this.#patients)}morning`;
    this.#patients += 1;
    const id = await newPatient(this.ask, { lastName, preferredPharmacyId: BEACON_HILL, ...over });
    return { id, name: lastName };
  }

  /** Finds the patient, opens the page that prescribes, does the work, and puts down what both took; `most`: the keys that are allowed. */
  async prescribing(
    what: string,
    { name }: { name: string },
    work: (keys: Keyboard) => Promise<void>,
    most?: { readonly all?: number; readonly prescribing?: number },
  ): Promise<void> {
    const { page } = this;
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Patients' }).click();
    await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor();
    await page.getByRole('searchbox').waitFor();
    const finding = new Keyboard(page);
    const begun = performance.now();
    await finding.press('/');
    await finding.type(name.slice(0, NAME_LETTERS).toLowerCase());
    // Leads to the first who is found, and from their row to prescribing.
    await finding.press('Enter');
    const row = page.locator('[data-row]:focus');
    await row.waitFor();
    assert.match(await row.innerText(), new RegExp(name, 'i'));
    await finding.press('n');
    await page.getByRole('combobox', { name: /^Search medication/ }).waitFor();
    await page.getByRole('region', { name: 'Patient' }).getByText(new RegExp(name, 'i')).first().waitFor();
    await page.getByText(/Elena Rivera signs/).waitFor();
    await page.getByText('Beacon Hill Apothecary').first().waitFor();
    const opened = performance.now();
    const keys = new Keyboard(page);
    await work(keys);
    this.#printed.push({
      patient: what,
      findKeys: finding.count,
      findS: (opened - begun) / 1_000,
      keys: keys.count,
      s: (performance.now() - opened) / 1_000,
    });
    const all = finding.count + keys.count;
    assert.ok(keys.count <= (most?.prescribing ?? keys.count), `${keys.count} keys to prescribe`);
    assert.ok(all <= (most?.all ?? all), `${all} keys from the list of patients to what was sent`);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** The order that is being written has so many lines. */
  async pending(count = 1): Promise<void> {
    const order = this.page.getByRole('region', { name: /^Pending Order/ });
    await order
      .getByRole('listitem')
      .nth(count - 1)
      .waitFor();
  }

  async sent(): Promise<void> {
    await this.page
      .getByText(/^Order: /)
      .first()
      .waitFor();
  }

  /** Adds what is written to the order. */
  async add(keys: Keyboard): Promise<void> {
    await keys.press('Control+Enter');
    await this.pending();
  }

  /** It is asked why it is prescribed again: the first reason has the focus, and none is chosen. */
  async reasonAsked(): Promise<void> {
    const { page } = this;
    await page.locator('input[type="radio"]:focus').waitFor();
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
  }

  /** Adds what is written, and signs it in the review that opens with the same key. */
  async addAndSign(keys: Keyboard): Promise<void> {
    await keys.press('Control+Shift+Enter');
    await keys.tabTo(this.button(/^Sign (?!out)/));
    await keys.press('Enter');
    await this.sent();
  }

  /** From the order to what was sent. */
  async sign(keys: Keyboard): Promise<void> {
    await this.page.locator('.draft[aria-busy="true"]').waitFor({ state: 'detached' });
    await keys.press('Control+Shift+Enter');
    await keys.tabTo(this.button(/^Sign (?!out)/));
    await keys.press('Enter');
    await this.sent();
  }
}

function asking(by: Practice['prescriber']): Ask {
  return async (source, variables = {}) =>
    dataOf(await by(source, variables as Record<string, unknown>)) as never;
}

function print(rows: readonly Printed[]): void {
  const line = (cells: readonly (string | number)[]): string => `morning | ${cells.join(' | ')}`;
  console.log(line(['patient', 'keys to find', 's', 'keys to prescribe', 's']));
  for (const { patient, findKeys, findS, keys, s } of rows)
    console.log(line([patient, findKeys, findS.toFixed(1), keys, s.toFixed(1)]));
}
