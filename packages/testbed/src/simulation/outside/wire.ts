// Owns the network of a simulation: connections in memory over which the service's own HTTP client speaks, and what reads HTTP at their other end.
import { Duplex } from 'node:stream';
import type { DeliveryDeps } from '@pestle/service/for-tests/delivery';
import type { Chance } from '../time/chance.ts';
import type { StepTaker } from '../time/steps.ts';
import { acting, type VirtualTime } from '../time/virtual-time.ts';

type Connect = NonNullable<DeliveryDeps['networkPolicy']['connect']>;

/** A request as it came to the other end. */
export interface WireRequest {
  readonly path: string;
  readonly headers: string;
  readonly body: Buffer;
  /** Who sent it, for the judgement of lanes: a process that runs, and whose lease counts. */
  readonly sender: StepTaker;
  readonly isOpen: () => boolean;
  /** Answers it; the connection stays. */
  answer(bytes: string): void;
  /** Ends the connection, after these bytes of an answer. */
  cut(bytes?: string): void;
}

/** What stands at an address. */
export interface Host {
  /** How a connection to it goes. */
  reached(): 'connects' | 'refuses' | 'never';
  received(request: WireRequest): void;
}

export interface WireOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** By port. */
  readonly hosts: ReadonlyMap<string, Host>;
  /** Changes what travels: for faults that a check must find. */
  readonly tamper?: (body: Buffer) => Buffer;
}

/** After which the service's own connections are given up. */
const CONNECT_TIMEOUT_MS = 5_000;
const LATENCY_MS = { least: 0.5, most: 8 } as const;

export class Wire {
  readonly #options: WireOptions;
  readonly #open = new Set<Connection>();

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** How a process opens connections. */
  connectorOf(sender: StepTaker): Connect {
    const { time, chance, hosts } = this.#options;
    return (options, callback) => {
      const host = hosts.get(options.port);
      const way = host?.reached() ?? 'refuses';
      const fails = { refuses: 'ECONNREFUSED', never: 'UND_ERR_CONNECT_TIMEOUT', connects: undefined }[way];
      const afterMs =
        way === 'never' ? CONNECT_TIMEOUT_MS : chance.between(LATENCY_MS.least, LATENCY_MS.most);
      time.after(afterMs, () =>
        this.#deliver(sender, () => {
          if (host === undefined || fails !== undefined)
            return callback(reset(fails ?? 'ECONNREFUSED'), null);
          const connection = new Connection(this.#options, host, sender, (work) =>
            this.#deliver(sender, work),
          );
          this.#open.add(connection);
          connection.once('close', () => this.#open.delete(connection));
          callback(null, connection as unknown as Parameters<typeof callback>[1] & object);
        }),
      );
    };
  }

  /** The kernel closes what a dead process had open. */
  endOf(sender: StepTaker): void {
    for (const connection of this.#open) if (connection.sender === sender) connection.abandon();
  }

  /** What comes for a process reaches it when it runs again, and never when it is dead. */
  #deliver(sender: StepTaker, work: () => void): void {
    const { time } = this.#options;
    if (!sender.isAlive) return;
    if (sender.stoppedUntilMs > time.now())
      time.after(sender.stoppedUntilMs - time.now(), () => this.#deliver(sender, work));
    else acting.run(sender, work);
  }
}

/** The client's end; what it writes is read at once, and what comes back takes its time. */
class Connection extends Duplex {
  readonly sender: StepTaker;
  readonly #options: WireOptions;
  readonly #host: Host;
  readonly #deliver: (work: () => void) => void;
  #received = Buffer.alloc(0);
  #isOpen = true;

  constructor(options: WireOptions, host: Host, sender: StepTaker, deliver: (work: () => void) => void) {
    super({ allowHalfOpen: false });
    this.#options = options;
    this.#host = host;
    this.sender = sender;
    this.#deliver = deliver;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    const request = this.#whole();
    if (request !== undefined) {
      const { time, chance } = this.#options;
      time.after(chance.between(LATENCY_MS.least, LATENCY_MS.most), () => this.#host.received(request));
    }
    done();
  }

  override _read(): void {
    // What arrives is pushed when it arrives.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#isOpen = false;
    done(error);
  }

  /** Nobody is there any more at the client's end. */
  abandon(): void {
    this.#isOpen = false;
    this.destroy();
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  #whole(): WireRequest | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const headers = this.#received.subarray(0, end).toString('latin1');
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(headers)?.[1] ?? 0);
    const from = end + 4;
    if (this.#received.length < from + length) return undefined;
    const sent = this.#received.subarray(from, from + length);
    this.#received = this.#received.subarray(from + length);
    const later = (bytes: string, then?: () => void): void => {
      const { time, chance } = this.#options;
      time.after(chance.between(LATENCY_MS.least, LATENCY_MS.most), () =>
        this.#deliver(() => {
          if (!this.#isOpen || this.destroyed) return;
          if (bytes !== '') this.push(Buffer.from(bytes));
          then?.();
        }),
      );
    };
    return {
      path: headers.split(' ', 2)[1] ?? '',
      headers,
      body: this.#options.tamper?.(sent) ?? sent,
      sender: this.sender,
      isOpen: () => this.#isOpen,
      answer: (bytes) => later(bytes),
      cut: (bytes = '') => later(bytes, () => this.destroy(reset('ECONNRESET'))),
    };
  }
}

function reset(code: string): Error {
  return Object.assign(new Error(`the connection ended: ${code}`), { code });
}

/** An HTTP answer, whole. */
export function httpAnswer(status: number, contentType: string, body: string, more = ''): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} Simulated\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}\r\n${more}\r\n${body}`;
}
