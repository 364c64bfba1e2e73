// Owns the words of directions that no table knows and that change no dose: reasons, purposes, advice. They are kept word for word.
import { findErrorProne } from '../../texts/error-prone.ts';
import { scriptText } from '../../texts/script-text.ts';
import { SIG_BOUNDS } from '../sig-model.ts';
import { isUnknown, readToken } from './read-token.ts';
import { vocabularyOf } from './slips.ts';
import { textOf, type Word } from './words.ts';

/** What makes a free text say something of a dose or of time after all: then it is none. */
const OF_DOSES =
  /(?:^| )(?:dose|doses|tabs?|tablets?|caps?|capsules?|pills?|puffs?|mg|mcg|ml|units?|daily|twice|once|every|hours?|days?|weeks?|months?|fortnight|nights?|weekends?|then|until|unless|except|half|double|increase|decrease|reduce|taper|skip|repeat|instead|if|not|no|without|max|maximum|exceed|nte|limit|per)(?= |$)/;
/** A reason in which one of these is misspelled says how often, and would say it to nobody: "pain evry". */
const TIMES = vocabularyOf([
  'every hours daily twice weekly monthly morning evening bedtime tablet tablets capsule',
]);
const NO_SLIPS: ReadonlySet<string> = new Set(['dairy']);
/** Advice may say "if" and "not"; what it must not say is how much and how often. */
const OF_AMOUNTS =
  /(?:^| )(?:\d\S*|dose|doses|tabs?|tablets?|caps?|capsules?|pills?|puffs?|mg|mcg|ml|units?|daily|twice|once|every|then|half|double|increase|decrease|reduce|taper|skip|repeat|instead|unless)(?= |$)/;
/** Numbers that are none of a dose. */
const KEPT_TIME = /^discard (?:[a-z]+ ){0,4}after \d{1,3} (?:days|months)$|^call 911(?= |$)(?!.*\d{2})/;
/** What is meant by reasons that are usually abbreviated; others stay as they are written. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['sob', 'shortness of breath'],
  ['cp', 'chest pain'],
  ['ha', 'headache'],
  ['wheeze', 'wheezing'],
  ['htn', 'high blood pressure'],
  ['hld', 'high cholesterol'],
  ['n/v', 'nausea or vomiting'],
  ['n/v/d', 'nausea, vomiting, or diarrhea'],
  ['nausea/vomiting', 'nausea or vomiting'],
  ['ed', 'erectile dysfunction'],
  ['pruritis', 'itching'],
  ['pruritus', 'itching'],
]);

/** A text that was taken over, and where reading goes on; `text` is undefined where it cannot be taken over. */
export type FreeText = { readonly text: string | undefined; readonly end: number };

/** The reason behind "as needed" or "for", up to the next thing the tables know. `numbers`: "fever above 101" may have one. */
export function readReason(typed: string, words: readonly Word[], from: number, numbers: boolean): FreeText {
  let end = from;
  while (end < words.length && belongs(words, from, end, numbers)) end += 1;
  while (end > from && ['and', 'or', '-'].includes(words[end - 1]?.text ?? '')) end -= 1;
  const span = words.slice(from, end);
  if (span.length === 0) return { text: '', end };
  const said = shown(typed, span);
  const text = writtenOut(said);
  const readable =
    text.length <= SIG_BOUNDS.reasonCharacters &&
    /^[A-Za-z][^.;:()]*$/.test(text) &&
    !OF_DOSES.test(textOf(span)) &&
    !span.some((word) => !NO_SLIPS.has(word.text) && TIMES.meant(word.text) !== undefined) &&
    sendable(text);
  return { text: readable ? text : undefined, end };
}

const SCORES: Readonly<Record<string, string>> = { mild: '1 - 3', moderate: '4 - 6', severe: '7 - 10' };

/** Behind "moderate pain", how many words "(pain scale 4-6)" takes, which says the same; 0 for a score that does not. */
export function painScore(words: readonly Word[], at: number, reason: string | undefined): number {
  const level = /\b(mild|moderate|severe) pain$/i.exec(reason ?? '')?.[1]?.toLowerCase();
  if (level === undefined || words[at]?.before.endsWith('(') !== true) return 0;
  const score = /^(?:pain )?(?:scale |score |level |rating )?(?:of )?(\d+ - \d+)(?= |$)/.exec(
    textOf(words.slice(at, at + 8)),
  );
  return score?.[1] === SCORES[level] ? (score?.[0].split(' ').length ?? 0) : 0;
}

/** Abbreviations as what they mean, also several with a stroke or an "or" between them. */
function writtenOut(said: string): string {
  const whole = WRITTEN_OUT.get(said.toLowerCase());
  if (whole !== undefined) return whole;
  // Signs that are easily taken for each other.
  const signs = said
    .replace(/ ?> ?/, ' above ')
    .replace(/ ?< ?/, ' below ')
    .replace(/(?<=\w )sx$/i, 'symptoms');
  if (signs !== said) return signs;
  const parts = said.split(/ ?\/ ?| or /);
  const meant = parts.map((part) => WRITTEN_OUT.get(part.toLowerCase()));
  return parts.length === 1 || meant.every((one) => one === undefined)
    ? said
    : either(parts.map((part, index) => meant[index] ?? part));
}

function either(parts: readonly string[]): string {
  if (parts.length === 2) return parts.join(' or ');
  return `${parts.slice(0, -1).join(', ')}, or ${parts.at(-1)}`;
}

/** A sentence that changes no dose: "Shake well.", up to its end. */
export function readAdvice(typed: string, words: readonly Word[], from: number): FreeText {
  let start = from;
  while (['-', '/'].includes(words[start]?.text ?? '')) start += 1;
  let end = start + 1;
  while (end < words.length && !endsBefore(words, end)) end += 1;
  const span = words.slice(start, end);
  const key = textOf(span);
  if (/^(?:use |take )?until /.test(key)) return { text: 'Use until finished', end };
  const said = shown(typed, span);
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  const readable =
    text.length <= SIG_BOUNDS.adviceCharacters &&
    (!OF_AMOUNTS.test(key) || KEPT_TIME.test(key)) &&
    !/[.;:()]/.test(text) &&
    sendable(text);
  return { text: readable ? text : undefined, end };
}

function endsBefore(words: readonly Word[], at: number): boolean {
  if (/[.;()]/.test(words[at]?.before ?? '')) return true;
  const text = words[at]?.text;
  return (text === '/' || text === '-') && readToken(words, at).kind === 'advice';
}

function belongs(words: readonly Word[], from: number, at: number, numbers: boolean): boolean {
  if (at > from && /[.;(]/.test(words[at]?.before ?? '')) return false;
  if (isUnknown(words, at)) return true;
  const token = readToken(words, at);
  if (at === from) return token.kind === 'purpose' && token.words === 0;
  // "pain and fever", "to help you sleep", "fever above 101 F".
  if (token.kind === 'and') return isUnknown(words, at + token.words);
  return (
    numbers &&
    token.kind === 'amount' &&
    token.unit === undefined &&
    readToken(words, at + token.words).kind !== 'unit'
  );
}

/** As it was typed, in one line; capitals that were typed throughout are none. */
function shown(typed: string, span: readonly Word[]): string {
  const [first] = span;
  const last = span.at(-1);
  if (first === undefined || last === undefined) return '';
  const text = typed.slice(first.offset, last.offset + last.length).replace(/\s+/g, ' ');
  return /[a-z]/.test(text) || !/[A-Z]{2}/.test(text) || (/^[A-Z]+$/.test(text) && /[a-z]/.test(typed))
    ? text
    : text.toLowerCase();
}

function sendable(text: string): boolean {
  return scriptText(text) === text && findErrorProne(text).length === 0;
}
