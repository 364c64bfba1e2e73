// Owns one change that a page of administration makes: written once per intent, and what became of it in words.
import type { Persisted, Session } from '@pestle/client';
import { ClientError, newKey } from '@pestle/client';
import { errorText, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SharedWords } from './words.ts';

interface Said {
  readonly shared: SharedWords;
  /** What is said when somebody else changed the same meanwhile. */
  readonly conflict: string;
}

export class Change {
  /** One per intent: sent again after a lost answer, it is the same write. */
  #key = newKey();
  #sent = '';
  busy = false;
  /** Why the last one did not work; nothing when it did. */
  problems: readonly string[] = [];
  /** The last one did not work because somebody else changed the same. */
  conflicted = false;
  /** What is said after one that worked. */
  done = '';

  /** What it answered; undefined when it did not work, or another one is under way. */
  async run<Data, Variables>(
    session: Session,
    document: Persisted<Data, Variables>,
    variables: Variables,
    { shared, conflict }: Said,
  ): Promise<Data | undefined> {
    if (this.busy) return undefined;
    const sent = JSON.stringify([document.id, variables]);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    this.busy = true;
    this.problems = [];
    this.conflicted = false;
    this.done = '';
    try {
      const data = await session.mutate(document, variables, { key: this.#key });
      this.#key = newKey();
      return data;
    } catch (error) {
      const known = error instanceof ClientError ? error : undefined;
      // After an answer that was lost, the same key finds out whether it was done.
      if (known?.mayHaveHappened !== true) this.#key = newKey();
      const fields = known?.detail.fields ?? [];
      this.conflicted = known?.code === 'REVISION_CONFLICT';
      this.problems = this.conflicted
        ? [conflict]
        : fields.length > 0
          ? fields.map(({ message }) => message)
          : [known === undefined ? shared.kit.failed : errorText(shared, known)];
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Another page has begun: what was said belongs to the one before. */
  forget(): void {
    this.problems = [];
    this.conflicted = false;
    this.done = '';
  }

  render(): TemplateResult {
    const { problems, done } = this;
    return html`${
      problems.length === 0
        ? nothing
        : note(
            'danger',
            problems.length === 1
              ? (problems[0] ?? '')
              : html`<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul>`,
            { role: 'alert' },
          )
    }<div role="status">${done === '' ? nothing : note('ok', done)}</div>`;
  }
}

/** What a field of a form holds, without blanks around it. */
export function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
