// The English of what the rules and the service say in whole sentences: empty, because their own sentences are English.
import type { SigErrorCode } from '@pestle/rules/sig-model';

type Sentences = Readonly<Record<string, string>>;

export const said = {
  /** By the code of an error (docs/reference/errors.md, or the client's own). */
  errors: {} as Sentences,
  /** By the code of what a review found, or of why a treatment cannot be prescribed. */
  findings: {} as Sentences,
  /** By the code of what a person lacks to prescribe. */
  needs: {} as Sentences,
  /** By the code of what was not understood in directions: the word that was typed, and the better one where there is one. */
  sig: {} as Readonly<Partial<Record<SigErrorCode, (word: string, better: string) => string>>>,
  /** By the code of what is worth a second look in directions. */
  sigWarnings: {} as Sentences,
};
export type SaidText = typeof said;
