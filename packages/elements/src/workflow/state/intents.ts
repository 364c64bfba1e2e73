// Owns the Idempotency-Keys: one for each thing that a person wants, kept until the service has answered it for certain (W5, X4).
import type { Persisted, Session } from '@pestle/client';
import { ClientError, newKey } from '@pestle/client';

interface Intent {
  readonly key: string;
  readonly variables: unknown;
  readonly text: string;
}

/** The writes under way or without a certain answer, in memory only. */
export class Intents {
  readonly #open = new Map<string, Intent>();

  /**
   * Writes with the key of this intent. After a lost answer the same name with the same variables sends the same key, so that it happens
   * once; other variables are another intent. Throws what the session throws.
   */
  async write<Data, Variables>(
    session: Session,
    name: string,
    document: Persisted<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const text = JSON.stringify(variables);
    const open = this.#open.get(name);
    const intent = open?.text === text ? open : { key: newKey(), variables, text };
    return await this.#send(session, name, document, variables, intent);
  }

  /**
   * Settles an earlier attempt at the same intent whose answer was lost, when it was sent with other variables: repeats it as it was,
   * and answers with its data. Undefined when there is none, or when it turns out that the service never took it.
   */
  async settle<Data, Variables>(
    session: Session,
    name: string,
    document: Persisted<Data, Variables>,
    variables: Variables,
  ): Promise<Data | undefined> {
    const open = this.#open.get(name);
    if (open === undefined || open.text === JSON.stringify(variables)) return undefined;
    try {
      return await this.#send(session, name, document, open.variables as Variables, open);
    } catch (error) {
      if (this.#open.get(name) === open) throw error;
      return undefined;
    }
  }

  async #send<Data, Variables>(
    session: Session,
    name: string,
    document: Persisted<Data, Variables>,
    variables: Variables,
    intent: Intent,
  ): Promise<Data> {
    this.#open.set(name, intent);
    try {
      const data = await session.mutate(document, variables, { key: intent.key });
      this.#close(name, intent);
      return data;
    } catch (error) {
      if (!(error instanceof ClientError && error.mayHaveHappened)) this.#close(name, intent);
      throw error;
    }
  }

  /** True while an answer to this intent was lost: it may have been done. */
  isUncertain(name: string): boolean {
    return this.#open.has(name);
  }

  /** A newer intent of the same name stays. */
  #close(name: string, intent: Intent): void {
    if (this.#open.get(name) === intent) this.#open.delete(name);
  }
}
