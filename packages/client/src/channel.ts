// What the tabs of one application tell each other. Tokens travel sealed; nothing about patients travels at all.
import type { Sealed } from './key-store.ts';

export type Message =
  /** A refreshed access token, for tabs that were waiting for the same. */
  | { readonly type: 'token'; readonly generation: number; readonly sealed: Sealed }
  | { readonly type: 'signed-in' }
  | { readonly type: 'signed-out' }
  /** A popup has come back. */
  | { readonly type: 'callback'; readonly state: string; readonly parameters: string }
  | { readonly type: 'callback-taken'; readonly state: string };

export interface Channel {
  send(message: Message): void;
  listen(listener: (message: Message) => void): () => void;
  close(): void;
}

export function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      const received = ({ data }: MessageEvent<Message>): void => listener(data);
      channel.addEventListener('message', received);
      return () => channel.removeEventListener('message', received);
    },
    close: () => channel.close(),
  };
}

/** Resolves with the first message that fits, or undefined after the time. */
export function nextMessage<Found extends Message>(
  channel: Channel,
  fits: (message: Message) => message is Found,
  waitMs: number,
): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const end = (found: Found | undefined): void => {
      stop();
      clearTimeout(timer);
      resolve(found);
    };
    const stop = channel.listen((message) => {
      if (fits(message)) end(message);
    });
    const timer = setTimeout(() => end(undefined), waitMs);
  });
}
