// Says what a review looks at, of what it is, and what it puts down for signing.
import type { ClientError, InputOf } from '@pestle/client';
import type { ReviewDrafts } from '@pestle/client/documents/signing';
import type { ReviewRecord } from '../../../records.ts';
import type { ScreeningAnswer } from '../drafts/draft-fields.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Forbidden } from '../forbidden.ts';
import type { FormState } from '../form/form-state.ts';
import type { Prefills } from '../page/prefills.ts';
import type { PatientState } from '../patient-state.ts';
import type { PharmacyState } from '../pharmacy-state.ts';
import type { Problem } from '../problem.ts';
import type { Signer } from '../signer.ts';
import type { LineToSend, SentLines } from './lines.ts';

/** What a review looks at. */
export interface ReviewHost {
  readonly patient: PatientState;
  readonly forbidden: Forbidden;
  readonly signer: Signer;
  readonly drafts: Drafts;
  readonly form: FormState;
  readonly pharmacy: PharmacyState;
  readonly prefills: Prefills;
  readonly signal: AbortSignal;
  subscribe(listener: () => void): () => void;
  /** What the page wanted first, and what there is to know: loaded or tried. */
  readonly started: Promise<void> | undefined;
}

/** Where it goes, as the service is asked about it. */
export type AskedPlace = Omit<InputOf<typeof ReviewDrafts>, 'draftIds'>;

/** What is reviewed: the drafts, which confirming signs, or prescriptions that were signed and saved before. */
export interface ReviewSubject {
  readonly kind: 'drafts' | 'saved';
  readonly lines: readonly LineToSend[];
  /** Resolves when it stands still, with what of it could not be saved meanwhile. */
  settled(): Promise<readonly string[]> | undefined;
  /** Everything of it that is reviewed, to be compared. */
  state(): unknown;
  /** What of it stops the review, as far as that can be told without the service; `renewed`: it was reviewed before. */
  problems(unsaved: readonly string[], renewed: boolean): readonly Problem[];
  ask(place: AskedPlace): Promise<ReviewRecord>;
  /** What confirming it sends. */
  sends(record: ReviewRecord): SentLines;
  /** Keeps why it goes on although something speaks against a line; answers why that was not possible. */
  answer(line: string, answers: readonly ScreeningAnswer[]): Promise<ClientError | null>;
  /** Reads it anew. */
  load(): Promise<void>;
  /** After it was sent. */
  sent(lines: SentLines): void;
}

/** What the service has put down for signing, and of what it is true. */
export interface Reviewed {
  readonly record: ReviewRecord;
  /** Of everything that goes into the order; another one means that what is shown is no longer what would be sent. */
  readonly fingerprint: string;
}
