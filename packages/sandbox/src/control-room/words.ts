// Owns what the page needs of the one table of situations, as data: its words, pictures and colors, and what each report is called.
import { CHANNEL_WORDS, OUTCOME_WORDS } from '@pestle/rules/delivery-words';
import { plainSituation } from '@pestle/rules/fill-events';
import { PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import { SITUATION_KEYS, SITUATIONS } from '@pestle/rules/situations';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';

/** A situation as the page shows it. */
export type SituationLook = {
  readonly word: string;
  readonly icon: string;
  readonly tone: string;
};

export type PageWords = {
  readonly channels: Readonly<Record<string, string>>;
  /** What became of a message, of one attempt, and of a fax at the machine. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly situations: Readonly<Record<string, SituationLook>>;
  /** The situation that a report leads to, at a pharmacy of each kind. */
  readonly reports: Readonly<Record<string, { readonly pickup: string; readonly mail: string }>>;
};

export const PAGE_WORDS: PageWords = {
  channels: CHANNEL_WORDS,
  outcomes: OUTCOME_WORDS,
  situations: Object.fromEntries(
    SITUATION_KEYS.map((key) => {
      const { icon, tone } = SITUATIONS[key];
      return [key, { word: PRACTICE_EN[key].word, icon, tone }];
    }),
  ),
  reports: Object.fromEntries(
    PHARMACY_REPORTS.map((report) => [
      report,
      { pickup: plainSituation(report, 'pickup'), mail: plainSituation(report, 'mail') },
    ]),
  ),
};
