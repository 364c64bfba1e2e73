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
  /** Hears nothing until `wake`: a channel that listens keeps its element alive for as long as the page. */
  rest(): void;
  wake(): void;
}

export function openChannel(name: string): Channel {
  const listeners = new Set<(message: Message) => void>();
  const open = (): BroadcastChannel => {
    const opened = new BroadcastChannel(name);
    opened.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      for (const listener of listeners) listener(data);
    });
    return opened;
  };
  let channel: BroadcastChannel | undefined = open();
  return {
    send: (message) => channel?.postMessage(message),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rest: () => {
      channel?.close();
      channel = undefined;
    },
    wake: () => {
      channel ??= open();
    },
  };
}
