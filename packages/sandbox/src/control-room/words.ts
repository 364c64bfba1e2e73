// Owns what the page needs of the one table of situations, as data: its words, pictures and colors, and what each report is called.
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import { CHANNEL_WORDS, OUTCOME_WORDS } from '@pestle/rules/delivery-words';
import { plainSituation } from '@pestle/rules/fill-events';
import { PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import { SITUATION_KEYS, SITUATIONS } from '@pestle/rules/situations';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { organization, patients } from '../seed.ts';

/** A situation as the page shows it. */
export type SituationLook = {
  readonly word: string;
  readonly icon: string;
  readonly tone: string;
};

export type PageWords = {
  /** IANA name of the clinic's zone, in which its people read times. */
  readonly timeZone: string;
  /** Names of the sandbox's patients, by their ten digits. */
  readonly phones: Readonly<Record<string, string>>;
  readonly channels: Readonly<Record<string, string>>;
  /** What became of a message, of one attempt, and of a fax at the machine. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly situations: Readonly<Record<string, SituationLook>>;
  /** What a payer says, by the codes of coverage. */
  readonly coverage: Readonly<Record<string, string>>;
  /** The situation that a report leads to, at a pharmacy of each kind. */
  readonly reports: Readonly<Record<string, { readonly pickup: string; readonly mail: string }>>;
};

const COVERAGE_SHOWN = [
  'CHECKED',
  'COULD_NOT_CHECK',
  'COVERED',
  'COVERED_WITH_RESTRICTIONS',
  'NOT_COVERED',
  'NO_DATA',
] as const;

export const PAGE_WORDS: PageWords = {
  timeZone: organization.timeZone,
  phones: Object.fromEntries(
    patients.flatMap(({ phone, firstName, lastName }) =>
      phone === undefined ? [] : [[phone, `${firstName} ${lastName}`]],
    ),
  ),
  channels: CHANNEL_WORDS,
  outcomes: OUTCOME_WORDS,
  situations: Object.fromEntries(
    SITUATION_KEYS.map((key) => {
      const { icon, tone } = SITUATIONS[key];
      return [key, { word: PRACTICE_EN[key].word, icon, tone }];
    }),
  ),
  coverage: Object.fromEntries(COVERAGE_SHOWN.map((code) => [code, COVERAGE_EN[code]])),
  reports: Object.fromEntries(
    PHARMACY_REPORTS.map((report) => [
      report,
      { pickup: plainSituation(report, 'pickup'), mail: plainSituation(report, 'mail') },
    ]),
  ),
};
