// Reads server-sent events out of a body, as our service writes them: an id, a name, and one line of JSON.
export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** More than any event of ours: what is longer is none. */
const EVENT_CHARACTERS_MAX = 200_000;

/** Calls `take` with each event until the body ends. Throws where the body breaks, or is no stream of events. */
export async function followEvents(
  body: ReadableStream<Uint8Array>,
  take: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const whole = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = whole.pop() ?? '';
    if (text.length > EVENT_CHARACTERS_MAX) {
      void reader.cancel();
      throw new RangeError('This is no stream of events.');
    }
    for (const one of whole) take(eventOf(one));
  }
}

function eventOf(text: string): ServerEvent {
  const of = (name: string): string | undefined =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { id: of('id'), event: of('event') ?? '', data: JSON.parse(of('data') ?? 'null') };
}
