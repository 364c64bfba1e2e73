// Owns how much of the practice's desk waits for whoever is signed in: asked again when the service tells of a change, and now and again.
import type { Session } from '@pestle/client';
import { Attention } from '@pestle/client/documents/attention';
import { liveLinkOf } from './live-link.ts';

/** Nothing depends on being told. */
const LOOK_MS = 60_000;

/** Tells the number when it is known and when it is another one, until the signal ends; nothing to whom the desk is not open. */
export function followAttention(session: Session, signal: AbortSignal, tell: (count: number) => void): void {
  let personId: string | undefined;
  let told: number | undefined;
  let isAsking = false;
  let isWanted = false;
  const ask = async (): Promise<void> => {
    if (signal.aborted || session.state !== 'ready') return;
    isWanted = isAsking;
    if (isAsking) return;
    isAsking = true;
    const asked = session.me?.id;
    const answer = await session.query(Attention, {}, { signal }).catch(() => undefined);
    isAsking = false;
    const count = asked === session.me?.id ? answer?.deskFigures.mine : undefined;
    if (!signal.aborted && count !== undefined && count !== told) {
      told = count;
      tell(count);
    }
    if (isWanted) void ask();
  };
  const joined = (): void => {
    if (session.state !== 'ready' || session.me?.id === personId) return;
    // The next person's number is told also where it is the same.
    personId = session.me?.id;
    told = undefined;
    void ask();
  };
  const leave = session.subscribe(joined);
  const timer = setInterval(() => {
    if (!document.hidden) void ask();
  }, LOOK_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      leave();
    },
    { once: true },
  );
  liveLinkOf(session).follow(signal, {}, (what) => {
    if (what === 'told') void ask();
  });
  joined();
}

/** The same as events of the element; the answer stops it. */
export function attend(session: Session, element: HTMLElement): () => void {
  const end = new AbortController();
  followAttention(session, end.signal, (count) => {
    element.dispatchEvent(
      new CustomEvent('svc-attention', { bubbles: true, composed: true, detail: { count } }),
    );
  });
  return () => end.abort();
}
