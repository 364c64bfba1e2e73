// Counts what a person presses: the browser counts its own clicks, which is what Enter on a button and a tap make as well. What is typed is no press.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Look } from '@pestle/testbed/browser/browser';
import type { Locator } from 'playwright-core';
import type { Opened, PortalStage } from './portal-stage.ts';

const PRESSES_MAX = 2;

/** The page tells of each of its clicks; a link that is followed in place is one. */
const TELLS = `addEventListener('click', (event) => { if (event.isTrusted) window.pressed(); }, true)`;

export interface Counted extends Opened {
  /** Presses that the work in it took, over all pages that it leads to. */
  readonly pressesOf: (work: () => Promise<unknown>) => Promise<number>;
}

/** Counts what is pressed on a page that is open, and on all that come after it. */
export async function counted(opened: Opened): Promise<Counted> {
  const { page } = opened;
  let presses = 0;
  await page.exposeFunction('pressed', () => {
    presses += 1;
  });
  await page.addInitScript(TELLS);
  await page.evaluate(TELLS);
  return {
    ...opened,
    pressesOf: async (work) => {
      const before = presses;
      await work();
      // What the page has told before this is counted by then.
      await page.evaluate('window.pressed.name');
      return presses - before;
    },
  };
}

/** Somebody signed in, on a page of the portal that counts. */
export async function countedAt(
  { at }: PortalStage,
  path: string,
  role: string,
  look: Look = {},
): Promise<Counted> {
  return await counted(await at(path, role, look));
}

export type Press = (button: Locator) => Promise<void>;
export const byMouse: Press = (button) => button.click();
export const byKeyboard: Press = (button) => button.press('Enter');
/** Two taps within this time are a double tap, whose second half does nothing, as is meant: nobody reads what an act will do so fast. */
const DOUBLE_TAP_MS = 400;
/** In a context that is touched: `TOUCHED`. */
export const byTouch: Press = async (button) => {
  await sleep(DOUBLE_TAP_MS);
  await button.tap();
};
/** A telephone. */
export const TOUCHED: Look = { width: 320, height: 640, touch: true };

/** Presses of each job and the seconds that this machine took for it, told at the end. */
const measured: string[] = [];

export function measure(job: string, presses: number, sinceMs: number): void {
  measured.push(`${job} | ${presses} | ${((performance.now() - sinceMs) / 1_000).toFixed(1)}`);
}

export function tellMeasured(): void {
  console.log(['job | presses | s', ...measured].join('\n'));
}

/** A job of a person, held to the presses that it may take. */
export async function job(
  name: string,
  most: number,
  { pressesOf }: Counted,
  work: () => Promise<unknown>,
): Promise<void> {
  const since = performance.now();
  const presses = await pressesOf(work);
  measure(name, presses, since);
  assert.ok(presses <= most, `${name} took ${presses} presses`);
}

export interface Act {
  /** The button by which it begins, the one that does it, and what is said then. */
  readonly begin: string;
  readonly done: string | RegExp;
  readonly said: string | RegExp;
  /** What is typed before it is done. */
  readonly typed?: readonly [label: string, text: string];
}

export const ACTS = {
  /** Any of the pharmacies that are proposed: the last one. */
  OTHER_PHARMACY: { begin: 'Other pharmacy', done: /^Send to .+ instead$/, said: /^On its way to / },
  CHOOSE: { begin: 'Choose for patient', done: /^Send to /, said: /^On its way to / },
  REMIND: { begin: 'Remind', done: 'Send the text', said: 'The text is on its way.' },
  ANSWER: {
    begin: 'Answer',
    done: 'Send the answer',
    said: 'The pharmacy reads the answer on its page.',
    typed: ['Answer', 'Ten milligrams, as written.'],
  },
  RESEND: { begin: 'Resend', done: 'Send it again', said: 'It is being sent again.' },
  REISSUE: {
    begin: 'Re-issue',
    done: 'Send it with a new number',
    said: 'It is being sent with a new number.',
  },
  NO_MORE_REFILLS: { begin: 'No more refills', done: 'Stop the refills', said: /no more refills/ },
  CALL_IN: {
    begin: 'Call-in sheet',
    done: 'Record as phoned in',
    said: 'Recorded: phoned in, taken by R. Ortiz.',
    typed: ['Taken by', 'R. Ortiz'],
  },
  ASK_NO_MORE_REFILLS: {
    begin: 'Ask for no more refills',
    done: 'Ask the prescriber',
    said: 'A prescriber was asked. The refills stay until then.',
    typed: ['Reason', 'The patient takes it no more'],
  },
  KEEP_REFILLS: {
    begin: 'Keep the refills',
    done: 'Keep them',
    said: 'The refills stay. Staff read why.',
    typed: ['Reason', 'They begin again next week.'],
  },
  AGAIN: { begin: 'Prescribe again', done: 'Write the draft', said: /pending order/ },
  HANDLED: {
    begin: 'Mark as handled',
    done: 'Mark as handled',
    said: 'Marked as handled.',
    typed: ['How it was handled', 'They have it by telephone.'],
  },
  CANCEL: { begin: 'Cancel', done: 'Cancel it', said: /cancel/i },
  ASK_FOR_CANCEL: {
    begin: 'Ask for a cancel',
    done: 'Ask the prescriber',
    said: 'A prescriber was asked. Nothing is canceled yet.',
    typed: ['Reason', 'The patient moved away'],
  },
  DECLINE: {
    begin: 'Do not cancel',
    done: 'Keep it',
    said: 'It is not canceled. Staff read why.',
    typed: ['Reason', 'It is still needed.'],
  },
} as const satisfies Readonly<Record<string, Act>>;

/** Does it within `place`, and holds it to its presses. */
export async function does(
  { page, pressesOf }: Counted,
  place: Locator,
  act: Act,
  press: Press = byMouse,
): Promise<void> {
  const panel = page.locator('.act-panel');
  const since = performance.now();
  const presses = await pressesOf(async () => {
    await press(place.getByRole('button', { name: new RegExp(`^${act.begin}(: |$)`) }).first());
    if (act.typed !== undefined) await panel.getByLabel(act.typed[0], { exact: true }).fill(act.typed[1]);
    const does = panel.getByRole('button', { name: act.done, exact: true });
    await does.first().waitFor();
    await press(does.last());
    await page.getByText(act.said).filter({ visible: true }).first().waitFor();
  });
  measure(act.begin, presses, since);
  assert.ok(presses <= PRESSES_MAX, `${act.begin} took ${presses} presses`);
}
