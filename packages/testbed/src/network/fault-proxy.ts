// A TCP proxy that does to connections what networks do: late, silent, reset, half open, cut in the middle of a stream.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which way bytes go. */
export type Direction = 'requests' | 'answers';

export interface FaultProxy {
  readonly port: number;
  /** Connections that are open on the client's side. */
  readonly open: () => number;
  /** Every byte comes so much later, in milliseconds; 0 for none. */
  delay(ms: number): void;
  /**
   * Nothing passes any more, and nobody is told, as in a partition: connections stay open, new ones are taken and hear nothing. What is sent
   * meanwhile arrives when it ends, as TCP would send it again.
   */
  hold(directions?: readonly Direction[]): void;
  release(): void;
  /** Resolves when a byte of that direction came and was held back. */
  held(direction: Direction): Promise<void>;
  /** Ends every connection with a reset, on both sides. */
  reset(): void;
  /** The server loses every connection and the client is told nothing: what it sends goes nowhere. */
  halfOpen(): void;
  /** Each connection is reset after so many bytes of a direction; null for never. */
  cutAfter(direction: Direction, bytes: number | null): void;
  /** New connections are reset at once, or taken again. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  readonly passed: Record<Direction, number>;
}

interface Behaviour {
  delayMs: number;
  readonly held: Set<Direction>;
  readonly cuts: Record<Direction, number | null>;
  refused: boolean;
}

/** In front of a server of this machine. */
export async function openFaultProxy(targetPort: number): Promise<FaultProxy> {
  const links = new Set<Link>();
  const behaviour: Behaviour = {
    delayMs: 0,
    held: new Set(),
    cuts: { requests: null, answers: null },
    refused: false,
  };
  const released = new Set<() => void>();
  const waiting: Record<Direction, (() => void)[]> = { requests: [], answers: [] };
  const onHeld = (direction: Direction): void => {
    for (const resolve of waiting[direction].splice(0)) resolve();
  };
  const server = createServer((client) => {
    if (behaviour.refused) {
      client.resetAndDestroy();
      return;
    }
    const link = {
      client,
      server: connect(targetPort, '127.0.0.1'),
      passed: { requests: 0, answers: 0 },
    };
    links.add(link);
    client.once('close', () => links.delete(link));
    pass(link, 'requests', behaviour, { released, onHeld });
    pass(link, 'answers', behaviour, { released, onHeld });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const release = (): void => {
    behaviour.held.clear();
    for (const go of released) go();
    released.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    open: () => links.size,
    delay: (ms) => {
      behaviour.delayMs = ms;
    },
    hold: (directions = ['requests', 'answers']) => {
      for (const direction of directions) behaviour.held.add(direction);
    },
    release,
    held: (direction) => new Promise((resolve) => waiting[direction].push(resolve)),
    reset: () => {
      for (const link of links) resetBoth(link);
    },
    halfOpen: () => {
      for (const { client, server: behind } of links) {
        client.removeAllListeners('data').resume();
        behind.removeAllListeners('close').resetAndDestroy();
      }
    },
    cutAfter: (direction, bytes) => {
      behaviour.cuts[direction] = bytes;
    },
    refuse: (refused) => {
      behaviour.refused = refused;
    },
    close: async () => {
      release();
      for (const { client, server: behind } of links) {
        client.destroy();
        behind.destroy();
      }
      server.close();
    },
  };
}

interface Hooks {
  readonly released: Set<() => void>;
  readonly onHeld: (direction: Direction) => void;
}

/** Carries one direction of a connection: bytes in their order, each as late as it is told, none while it is held. */
function pass(link: Link, direction: Direction, behaviour: Behaviour, { released, onHeld }: Hooks): void {
  const [from, to] = direction === 'requests' ? [link.client, link.server] : [link.server, link.client];
  let before = Promise.resolve();
  const inOrder = (act: () => void): void => {
    const { delayMs } = behaviour;
    const late = delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delayMs));
    before = before.then(async () => {
      await late;
      while (behaviour.held.has(direction)) {
        onHeld(direction);
        await new Promise<void>((resolve) => released.add(resolve));
      }
      act();
    });
  };
  from.on('data', (chunk: Buffer) => {
    inOrder(() => {
      const cut = behaviour.cuts[direction];
      const left = cut === null ? chunk.length : Math.max(0, cut - link.passed[direction]);
      link.passed[direction] += chunk.length;
      if (!to.destroyed) to.write(chunk.subarray(0, left));
      // What was let through is on its way before the reset.
      if (left < chunk.length) setImmediate(() => resetBoth(link));
    });
  });
  from.once('end', () => inOrder(() => to.end()));
  from.on('error', () => undefined);
  from.once('close', () => inOrder(() => to.destroy()));
}

function resetBoth({ client, server }: Link): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}
