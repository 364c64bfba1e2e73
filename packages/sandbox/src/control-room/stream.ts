// Owns the event stream to the browsers that follow the control room.
import type { ServerResponse } from 'node:http';
import { WATCHER_BACKLOG_BYTES_MAX, WATCHER_HEARTBEAT_MS, WATCHERS_MAX } from '../limits.ts';

/** The browsers that follow. */
export interface Watchers {
  /** Adds one with its first event; false when there are too many, and once it is closed. */
  readonly add: (
    response: ServerResponse,
    first: { readonly name: string; readonly data: unknown },
  ) => boolean;
  readonly send: (name: string, data: unknown) => void;
  readonly close: () => void;
}

/** Watchers, and what is done when the first comes and the last leaves. */
export function createWatchers(presence: { readonly come: () => void; readonly left: () => void }): Watchers {
  const open = new Set<ServerResponse>();
  const leave = (response: ServerResponse): void => {
    if (!open.delete(response)) return;
    if (open.size === 0) {
      clearInterval(heartbeat);
      presence.left();
    }
  };
  const write = (response: ServerResponse, text: string): void => {
    // A browser that does not read is let go: it comes back by itself and gets the whole picture.
    if (response.writableLength > WATCHER_BACKLOG_BYTES_MAX) response.destroy();
    else response.write(text);
  };
  let heartbeat: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    add(response, { name, data }) {
      if (isClosed || open.size >= WATCHERS_MAX) return false;
      response.once('close', () => leave(response));
      open.add(response);
      write(response, `retry: 2000\n${frame(name, data)}`);
      if (open.size === 1) {
        heartbeat = setInterval(() => {
          for (const each of open) write(each, ': still here\n\n');
        }, WATCHER_HEARTBEAT_MS);
        presence.come();
      }
      return true;
    },
    send(name, data) {
      const text = frame(name, data);
      for (const response of open) write(response, text);
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      for (const response of open) response.destroy();
      open.clear();
    },
  };
}

/** One event. JSON has no line breaks, so the data is always one line. */
function frame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
