// Owns the questions that are asked as soon as there is a token, while it is still being asked whose it is.
import type { Persisted } from '../document.ts';
import { EARLY_ANSWER_AGE_MAX_MS } from '../limits.ts';
import type { Transport } from './transport.ts';

type Question<Data, Variables> = readonly [document: Persisted<Data, Variables>, variables: Variables];

/** The session gives the answers out, and only once it is known that they are for whoever may have them. */
export class EarlyQuestions {
  readonly #questions = new Map<string, Question<unknown, never>>();
  readonly #answers = new Map<string, Promise<unknown>>();
  #transport: Transport | undefined;

  /** Once each; at once where there is a token already. */
  ask<Data, Variables>(...question: Question<Data, Variables>): void {
    const key = JSON.stringify(question);
    if (this.#questions.has(key)) return;
    this.#questions.set(key, question as unknown as Question<unknown, never>);
    this.#send(key);
  }

  /** There is a token. */
  send(transport: Transport): void {
    this.#transport = transport;
    for (const key of this.#questions.keys()) this.#send(key);
    setTimeout(() => this.clear(), EARLY_ANSWER_AGE_MAX_MS);
  }

  #send(key: string): void {
    const question = this.#questions.get(key);
    if (this.#transport === undefined || question === undefined) return;
    this.#answers.set(
      key,
      this.#transport.send(...question).catch(() => undefined),
    );
  }

  /** The answer, once; undefined where it was not asked early, failed, or is old: then it must be asked. */
  take<Data, Variables>(...question: Question<Data, Variables>): Promise<Data | undefined> | undefined {
    const key = JSON.stringify(question);
    const answer = this.#answers.get(key);
    this.#answers.delete(key);
    return answer as Promise<Data | undefined> | undefined;
  }

  clear(): void {
    this.#transport = undefined;
    this.#questions.clear();
    this.#answers.clear();
  }
}
