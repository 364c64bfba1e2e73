// The public face of @pestle/script.
export { type BuildOptions, type Built, build } from './build.ts';
export { check } from './check.ts';
export { type Edit, refusalOf } from './edits.ts';
export type { Warning } from './encode.ts';
export { type Finding, type Rule, SCRIPT_ERRORS, ScriptError, type ScriptErrorCode } from './errors.ts';
export { MAX_DOCUMENT_BYTES, MAX_EDITS } from './limits.ts';
export type * from './model.ts';
export { type Form, type Profile, REVISIONS, type VersionAttributes } from './options.ts';
export {
  type AnswerContext,
  type HttpAnswer,
  type Outcome,
  type OutcomeClass,
  outcomeOf,
  outcomeOfMessage,
} from './outcome.ts';
export { type Read, type ReadOptions, read } from './read.ts';
export { isDate, isDateTime, sentTime, writtenDateTime } from './table/calendar.ts';
export type { Version } from './table/field.ts';
export { type CancelContent, isMessageType, MESSAGE_TYPES } from './table/messages.ts';
export { transliterateName, transliterateText } from './transliterate.ts';
export type { Element } from './wire/element.ts';
