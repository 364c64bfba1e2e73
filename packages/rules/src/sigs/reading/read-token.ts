// Owns the reading of typed directions into tokens: phrases of the tables, patterns, and what is refused or not understood.

import { REFUSED_WORDS } from '../sig-words.ts';
import { readNote } from './notes.ts';
import { PHRASES, readPhrase, unitAt } from './phrases.ts';
import { readAmount } from './read-amounts.ts';
import { readMaximum } from './read-maximum.ts';
import { TIME_WORDS, vocabularyOf } from './slips.ts';
import { readWhen } from './time/read-when.ts';
import { failed, type Token } from './tokens.ts';
import { readAffected, readSite } from './way.ts';
import { phraseKey, textOf, type Word } from './words.ts';

export type { Token } from './tokens.ts';
export { splitWords, type Word } from './words.ts';

const WORDS_AHEAD = 20;
const VOCABULARY = vocabularyOf([...PHRASES.keys(), ...TIME_WORDS]);
/** How a sentence begins that changes no dose. */
const ADVICE =
  /^(?:- |\/ )?(?:avoid|rinse|shake|take it with a full glass of water|call|contact|(?:do not|don't|never) (?!(?:use|take|exceed|give|apply|inject) (?:more|\d)|exceed|stop|skip)|discard|keep|store|wash|rotate|finish|complete|may cause|see your|protect|remove|swallow whole|drink plenty|(?:use |take )?until (?:gone|finished|all|empty))/;
const DIRECTED =
  /^(?:use |take |apply )?as (?:directed|instructed|dir|prescribed|advised)(?: (?:(on|in|per|by|according to) )?(?:your |the |my )?(package|packaging|pack|label|box|insert|kit|instructions|package instructions|doctor|physician|provider|prescriber|md|clinic|office|pharmacist))?(?= |$)/;
/** Words of steps and scales that nobody wrote down: what to take is not said. */
const SCALES =
  /^(?:sliding scale|per scale|per sliding|ssi|per protocol|correction (?:scale|factor)|per blood sugar)(?= |$)/;
const STEPS = /^(?:taper|titrate|titrating|wean|increase|decrease|reduce)(?= |$)/;

/** The token that begins at a word: a pattern, else the longest phrase, else what is refused or not understood. */
export function readToken(words: readonly Word[], at: number): Token {
  return understood(words, at) ?? refusal(words, at);
}

/** True where nothing of the tables stands, and nothing that is refused. */
export function isUnknown(words: readonly Word[], at: number): boolean {
  return at < words.length && refusedAt(words, at) === undefined && understood(words, at) === undefined;
}

function understood(words: readonly Word[], at: number): Token | undefined {
  const ahead = textOf(words.slice(at, at + WORDS_AHEAD));
  return (
    readPattern(words, at, ahead) ??
    readAffected(ahead) ??
    readWhen(words, at) ??
    readPhrase(words, at) ??
    readAmount(words, at, unitAt) ??
    readSite(ahead)
  );
}

function readPattern(words: readonly Word[], at: number, ahead: string): Token | undefined {
  const directed = DIRECTED.exec(ahead);
  if (directed !== null) {
    const [text, , who] = directed;
    const by =
      who === undefined
        ? {}
        : {
            by: /^(?:pack|label|box|insert|kit|instr)/.test(who)
              ? ('package' as const)
              : ('prescriber' as const),
          };
    return { kind: 'directed', ...by, words: text.split(' ').length };
  }
  const maximum = readMaximum(words, at, ahead, unitAt);
  if (maximum !== undefined) return maximum;
  const scale = SCALES.exec(ahead) ?? STEPS.exec(ahead);
  if (scale !== null) {
    const said = words.slice(at, at + scale[0].split(' ').length);
    return SCALES.test(ahead)
      ? failed(
          'NO_SCALE',
          'A scale is no dose: write the doses, or give the patient the scale in writing.',
          said,
        )
      : failed(
          'STEPS_UNCLEAR',
          'Write each step with its dose and days: "2 tabs daily for 5 days, then 1 tab daily for 5 days".',
          said,
        );
  }
  const note = readNote(ahead);
  if (note !== undefined) return { kind: 'note', ...note };
  if (ADVICE.test(ahead)) return { kind: 'advice', words: 1 };
  const aside = readAside(words, at, ahead);
  if (aside !== undefined) return aside;
  // "At HS": what stands in its place begins with the same word.
  const sleep = /^at (?:q ?)?hs(?= |$)/.test(ahead) ? refusedAt(words, at + 1) : undefined;
  if (sleep !== undefined)
    return failed(
      'ERROR_PRONE',
      '"hs" is error-prone: use at bedtime.',
      words.slice(at, at + 1 + sleep.span.length),
      {
        replacement: 'at bedtime',
      },
    );
  // "IN OD": the word belongs to what is refused behind it.
  if (/^(?:in|into|to)$/.test(words[at]?.text ?? '') && refusedAt(words, at + 1) !== undefined)
    return { kind: 'filler', words: 1 };
  const half = readHalfHour(words, at, ahead);
  if (half !== undefined) return half;
  const lead =
    /^(?:take |about |at least )?(\d+)(?: (?:-|to) (\d+))? (minutes?|mins?|hours?|hrs?|hr) (?=before|after)/.exec(
      ahead,
    );
  if (lead !== null) return readLead(words, at, lead);
  if (
    /^(?:for|indication|to (?:lower(?! (?:lid|eyelid|lip|back|leg|arm|abdomen|stomach|body))|treat|prevent|control|help|reduce|relieve|stop|manage|check|test|monitor|measure))(?= )/.test(
      ahead,
    )
  ) {
    const when = readWhen(words, at) ?? readPhrase(words, at);
    if (when === undefined) return { kind: 'purpose', words: ahead.startsWith('to ') ? 0 : 1 };
  }
  return undefined;
}

/** What says nothing of its own, and what stands for "swish and spit" and "then stop". */
function readAside(words: readonly Word[], at: number, ahead: string): Token | undefined {
  // "Apply a 1/2 inch ribbon", "let 1 tablet dissolve", "then call 911": they say nothing of their own.
  if (/^(?:(?:an?|let) (?=\d)|(?:and )?then (?=call |contact |seek ))/.test(ahead))
    return { kind: 'filler', words: ahead.startsWith('and') ? 2 : 1 };
  if (/^swish .*? and spit(?= |$)/.test(ahead)) return { kind: 'action', value: 'swishAndSpit', words: 1 };
  if (ahead === 'stop') return { kind: 'stop', words: 1 };
  if (/^(?:and )?then d \/ c(?= |$)/.test(ahead)) {
    const span = words.slice(at, at + (ahead.startsWith('and') ? 5 : 4));
    return failed('ERROR_PRONE', `"${typedOf(span)}" is error-prone: use then stop.`, span, {
      replacement: 'then stop',
    });
  }
  return undefined;
}

/** "Half an hour before dinner". */
function readHalfHour(words: readonly Word[], at: number, ahead: string): Token | undefined {
  const half = /^(?:about )?(?:1\/2|half|a half)(?: an?)? (?:hours?|hrs?|hr) (?=before|after)/.exec(ahead);
  if (half === null) return undefined;
  const taken = half[0].trim().split(' ').length;
  const timing = readPhrase(words, at + taken);
  return timing?.kind === 'timing'
    ? { kind: 'timing', value: timing.value, minutes: 30, words: taken + timing.words }
    : undefined;
}

/** "30 minutes before a meal". */
function readLead(words: readonly Word[], at: number, lead: RegExpExecArray): Token | undefined {
  const taken = lead[0].trim().split(' ').length;
  const timing = readPhrase(words, at + taken);
  const [, low, high, unit = ''] = lead;
  const minutes = Number(low) * (unit.startsWith('h') ? 60 : 1);
  if (high !== undefined) {
    const span = words.slice(at, at + taken);
    return timing?.kind !== 'timing'
      ? undefined
      : failed('AMBIGUOUS', 'How long before or after: choose one time.', span, {
          choices: [low, high].map((one) => `${one} ${unit}`),
        });
  }
  if (timing?.kind !== 'timing' || minutes < 5 || minutes > 240) return undefined;
  return { kind: 'timing', value: timing.value, minutes, words: taken + timing.words };
}

/** Plain words are not understood, and never taken for an abbreviation: "as directed" is no ear. */
function refusal(words: readonly Word[], at: number): Token {
  const refused = refusedAt(words, at);
  if (refused === undefined) {
    let end = at + 1;
    while (end < words.length && isUnknown(words, end) && !/[.;(]/.test(words[end]?.before ?? '')) end += 1;
    const span = words.slice(at, end);
    return slip(span) ?? failed('UNKNOWN_WORD', `"${typedOf(span)}" is not understood.`, span);
  }
  const { span, better } = refused;
  const known = better.flatMap((one) => {
    // "right eye, or once daily" is a choice between what the tables know; "… or the words meant" is none.
    const parts = one.split(/, or |, /);
    return parts.every((part) => isUnderstood(part)) ? parts : [];
  });
  const [only, ...others] = known;
  return failed('ERROR_PRONE', `"${typedOf(span)}" is error-prone: use ${better.join(' or ')}.`, span, {
    ...(only !== undefined && others.length === 0 ? { replacement: only } : {}),
    ...(others.length > 0 ? { choices: known } : {}),
  });
}

/** Words of which some are one slip away from words of the tables, and the others are such words. */
function slip(span: readonly Word[]): Token | undefined {
  const meant = span.map(({ text }) => (VOCABULARY.has(text) ? text : VOCABULARY.meant(text)));
  if (meant.includes(undefined) || span.every(({ text }, index) => meant[index] === text)) return undefined;
  const replacement = meant.join(' ');
  return failed('MISSPELLED', `"${typedOf(span)}" may be a slip for "${replacement}".`, span, {
    replacement,
  });
}

function refusedAt(
  words: readonly Word[],
  at: number,
): { readonly span: readonly Word[]; readonly better: readonly string[] } | undefined {
  const word = words[at];
  const found = word?.errorProne;
  if (found !== undefined) {
    let end = at + 1;
    while (words[end]?.errorProne === found) end += 1;
    return { span: words.slice(at, end), better: [found.replacement] };
  }
  for (const count of [3, 2, 1]) {
    const span = words.slice(at, at + count);
    const better = REFUSED_WORDS.get(textOf(span));
    if (better !== undefined) return { span, better };
  }
  return undefined;
}

/** Only what is read here may be put in place of something else. */
function isUnderstood(better: string): boolean {
  return (
    PHRASES.has(phraseKey(better)) ||
    better === 'at bedtime' ||
    /^(?:twice|3 times) weekly$|^every \d+ days$|^every \d (?:weeks|months)$/.test(better)
  );
}

function typedOf(span: readonly Word[]): string {
  return span.map((word) => word.typed).join(' ');
}
