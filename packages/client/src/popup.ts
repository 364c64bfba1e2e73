// Owns the window of a sign-in: opening it within the gesture, and hearing of its return.
//
// The provider's pages cut the tie between the two windows (Cross-Origin-Opener-Policy), so neither can look at the other: the
// window comes back to a page of this origin and tells it through the tabs' channel.
import type { Channel } from './channel.ts';
import { nextMessage } from './channel.ts';
import { CLIENT_LIMITS } from './limits.ts';

const FEATURES = 'popup,width=480,height=760';

export interface Popup {
  /** Leads the window to the provider. */
  go(url: string): void;
  close(): void;
}

/** Call it before anything is awaited: browsers open windows only within a gesture. Null when it was blocked. */
export function openPopup(): Popup | null {
  const opened = window.open('', 'pestle-sign-in', FEATURES);
  if (opened === null) return null;
  return { go: (url) => opened.location.replace(url), close: () => opened.close() };
}

/** The answer of the sign-in with this state; undefined when `signal` ends the wait. */
export function popupAnswer(
  channel: Channel,
  state: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (parameters: string | undefined): void => {
      stop();
      resolve(parameters);
    };
    const stop = channel.listen((message) => {
      if (message.type !== 'callback' || message.state !== state) return;
      channel.send({ type: 'callback-taken', state });
      end(message.parameters);
    });
    signal.addEventListener('abort', () => end(undefined), { once: true });
  });
}

/** In the window that came back: hands the answer over and closes. False when the page that began it is gone. */
export async function handOver(channel: Channel, state: string, parameters: string): Promise<boolean> {
  const taken = nextMessage(
    channel,
    (message): message is never => message.type === 'callback-taken' && message.state === state,
    CLIENT_LIMITS.openerWaitMs,
  );
  channel.send({ type: 'callback', state, parameters });
  if ((await taken) === undefined) return false;
  window.close();
  return true;
}
