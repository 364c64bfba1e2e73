// One stream of server-sent events to one reader: written at once or not at all, with a bound of what may wait for a reader that does not read.
import type { FastifyReply } from 'fastify';
import { LIVE_LIMITS } from './limits.ts';

/** Why a stream ends, as its reader is told: whoever still may comes back. */
export type StreamEnd = 'signed-out' | 'expired' | 'stopping';

export class Stream {
  readonly #raw: FastifyReply['raw'];
  #isOpen = true;

  /** Takes the reply over. `closed` is called once, whoever ends the stream. */
  constructor(reply: FastifyReply, closed: () => void) {
    reply.hijack();
    this.#raw = reply.raw;
    this.#raw.once('close', () => {
      this.#isOpen = false;
      closed();
    });
    this.#raw.on('error', () => this.#raw.destroy());
    this.#raw.socket?.setNoDelay(true);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) this.#raw.setHeader(name, value);
    this.#raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // For nginx, which would keep it until its buffer is full.
      'x-accel-buffering': 'no',
    });
  }

  /** A reader that does not read is let go: it comes back and looks anew. */
  send(text: string): void {
    if (!this.#isOpen) return;
    if (this.#raw.writableLength + text.length > LIVE_LIMITS.waitingBytesMax) this.#raw.destroy();
    else this.#raw.write(text);
  }

  end(reason: StreamEnd): void {
    if (!this.#isOpen) return;
    this.send(frame('end', { reason }));
    this.#raw.end();
    // Whoever does not read does not see the end either.
    const cut = setTimeout(() => this.#raw.destroy(), LIVE_LIMITS.retryMs);
    cut.unref();
    this.#raw.once('close', () => clearTimeout(cut));
  }
}

/** One event. JSON has no line breaks, so that the data is always one line. */
export function frame(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
