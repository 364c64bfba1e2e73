// The entry: for programs `createClient` and its types, and in the workspace also what a page's session is.
export type { Client, ClientOptions } from './api/create-client.ts';
export { createClient } from './api/create-client.ts';
export type { GivenToken, MachineCredentials } from './api/credentials.ts';
export type * from './api/generated/records.ts';
export type { PersonSignIn, PersonTokens, SignInRequest } from './api/person.ts';
export { beginSignIn } from './api/person.ts';
export type { CallOptions, Listing, Page, Selected, Selection, WriteOptions } from './api/selection.ts';
/** @internal Pages of the workspace. */
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
export { newKey } from './new-key.ts';
/** @internal Pages of the workspace. */
export type {
  MutateOptions,
  QueryOptions,
  Session,
  SessionState,
  SignInOptions,
} from './session/session.ts';
