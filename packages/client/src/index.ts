// The client's entry: sessions, errors and the types of documents.
export type { DataOf, InputOf, Persisted } from './document.ts';
export type {
  ClientCode,
  ClientErrorDetail,
  ErrorKind,
  FieldProblem,
  PlainGraphQLError,
  StepUp,
} from './errors.ts';
export { ClientError, isAbort, plainErrors } from './errors.ts';
export type {
  Me,
  MutateOptions,
  Organization,
  QueryOptions,
  Session,
  SessionState,
  SignInOptions,
} from './session.ts';
export { newKey } from './session.ts';
