// The public face of @pestle/script.
export { saysTwoThings } from './ambiguous.ts';
export { type BuildOptions, type Built, build } from './build.ts';
export { check } from './check.ts';
export {
  type Finding,
  type Findings,
  type Rule,
  SCRIPT_ERRORS,
  ScriptError,
  type ScriptErrorCode,
} from './errors.ts';
export { MAX_DOCUMENT_BYTES, MAX_EDITS } from './limits.ts';
export type { Element } from './model/element.ts';
export type * from './model/header.ts';
export type * from './model/medication.ts';
export type * from './model/messages.ts';
export type * from './model/parties.ts';
export {
  type AnswerContext,
  type HttpAnswer,
  type Outcome,
  type OutcomeClass,
  outcomeOf,
  outcomeOfMessage,
} from './outcome.ts';
export { type Edit, refusalOf } from './profile/edits.ts';
export { type Form, type Profile, REVISIONS, type VersionAttributes } from './profile/options.ts';
export { type Read, type ReadOptions, read } from './read.ts';
export { isDate, isDateTime, sentTime, writtenDateTime } from './table/calendar.ts';
export type { Version } from './table/field.ts';
export { type CancelContent, isMessageType, MESSAGE_TYPES } from './table/messages.ts';
export { transliterateName, transliterateText } from './transliterate.ts';
export type { Warning } from './walk/encode.ts';
