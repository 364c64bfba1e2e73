// What one chapter of the day hands to the next.
import type { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import type { Day } from './day.ts';
import type { Practice } from './practice.ts';

export interface Story {
  day: Day;
  /** The prescriber's, as soon as she may sign. */
  practice: Practice;
  /** The operator's browser, signed in to the console. */
  console: CookieBrowser;
  /** The first order for the pharmacy. */
  firstOrder: string;
}
