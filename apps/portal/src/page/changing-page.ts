// Owns what a page that changes something does around each change: busy while it runs, said when it worked, and looked at again.
import type { Persisted, Session } from '@pestle/client';
import { Change } from './change.ts';
import { SessionPage } from './session-page.ts';

/** What is said of a change. */
interface Said {
  /** After one that worked. */
  readonly done: string;
  /** When somebody else changed the same meanwhile. */
  readonly conflict: string;
}

export abstract class ChangingPage<Data> extends SessionPage<Data> {
  protected readonly change = new Change();

  /** A page that changes something looks again when it did; what others do meanwhile is told by REVISION_CONFLICT. */
  protected override isAwaited(): boolean {
    return false;
  }

  /** Changes, and looks at what became of it. What it answered; undefined when it did not work: what was typed stays. */
  protected async make<Answer, Variables>(
    session: Session,
    document: Persisted<Answer, Variables>,
    variables: Variables,
    { done, conflict }: Said,
  ): Promise<Answer | undefined> {
    const running = this.change.run(session, document, variables, { shared: this.shared, conflict });
    this.requestUpdate();
    const answer = await running;
    if (answer !== undefined) {
      this.change.done = done;
      this.lookNow();
    }
    this.requestUpdate();
    return answer;
  }
}
