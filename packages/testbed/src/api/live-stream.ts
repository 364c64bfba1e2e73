// A stream of server-sent events as a page reads it: with fetch, so that it can say who it is.
import { followEvents, type ServerEvent } from '@pestle/client/server-events';
import { until as eventuallyHolds } from '../patience.ts';

export type Told = ServerEvent;

export interface LiveStream {
  readonly status: number;
  readonly headers: Headers;
  readonly told: readonly Told[];
  readonly isOver: () => boolean;
  /** The ids of what was told, in order. */
  readonly ids: () => readonly string[];
  /** Waits for the first event. */
  readonly greeted: () => Promise<readonly Told[]>;
  readonly until: (holds: (told: readonly Told[]) => boolean, otherwise: string) => Promise<readonly Told[]>;
  readonly leave: () => Promise<void>;
}

/** Opens a stream; `heard` is called with each event as it comes. */
export async function followStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  heard: (told: Told) => void = () => undefined,
): Promise<LiveStream> {
  const ended = new AbortController();
  const response = await fetch(url, { headers, signal: ended.signal });
  const told: Told[] = [];
  let isOver = false;
  const take = (one: Told): void => {
    told.push(one);
    heard(one);
  };
  const reading = (response.body === null ? Promise.resolve() : followEvents(response.body, take))
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  const until: LiveStream['until'] = async (holds, otherwise) => {
    await eventuallyHolds(
      () => holds(told),
      () => `${otherwise}: ${JSON.stringify(told)}`,
    );
    return told;
  };
  return {
    status: response.status,
    headers: response.headers,
    told,
    isOver: () => isOver,
    ids: () =>
      told
        .flatMap(({ event, data }) => (event === 'change' && Array.isArray(data) ? data : []))
        .map(({ id }) => id),
    greeted: () => until((all) => all.some(({ event }) => event === 'hello'), 'no greeting'),
    until,
    leave: async () => {
      ended.abort();
      await reading;
    },
  };
}
