// F14: pharmacies whose endpoints lead inside: addresses of this machine and of private networks in every notation, and answers that send us on.
import { networkInterfaces } from 'node:os';
import type { Fault, FaultRun, Outcome } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Asked } from './endpoint.ts';
import { answer, openEndpoint } from './endpoint.ts';
import { runWays } from './endpoints.ts';
import type { Way } from './ways.ts';

/** With this a node reaches public addresses only, as in production; what it sends is not for anybody's machine. */
const PUBLIC_ONLY = { environment: 'staging' } as const;

/** An address of this machine in every notation that a URL takes, and others that nobody outside has. */
const INSIDE = [
  '127.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
] as const;

function machineAddress(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outer = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outer === undefined ? [] : [outer.address];
}

interface Counted {
  connections: number;
}

function leadsInside(host: string, inside: Counted): Way {
  const count = (): void => {
    inside.connections += 1;
  };
  return {
    fault: 'F14',
    name: `an endpoint at ${host}`,
    outcomes: ['RETRY'],
    reason: 'eforbidden',
    endpoint: { onConnect: count },
    host,
    tellsNothing: true,
  };
}

const STATUSES = [301, 302, 303, 307, 308] as const;

/** Answers each request with the next of the redirects. */
function sendsOn(name: string, target: (asked: Asked) => string, arrived: Map<string, number>): Way {
  let number = 0;
  return {
    fault: 'F14',
    name,
    outcomes: ['RETRY', 'REJECTED', 'UNKNOWN'],
    endpoint: {
      onRequest: (asked) => {
        const messageId = /<MessageID>([^<]*)</.exec(asked.body)?.[1] ?? 'a request without a message';
        arrived.set(messageId, (arrived.get(messageId) ?? 0) + 1);
        number += 1;
        answer(asked, STATUSES[number % STATUSES.length] ?? 302, '', { location: target(asked) });
      },
    },
  };
}

/** As many as a message is tried by the schedule of these runs. */
const ATTEMPTS_MAX = 3;

async function runRedirects(run: FaultRun): Promise<Outcome> {
  let connections = 0;
  const inside = await openEndpoint({
    onConnect: () => {
      connections += 1;
    },
    onRequest: (asked) => answer(asked, 200, 'metadata'),
  });
  const arrived = new Map<string, number>();
  try {
    const outcome = await runWays(run, [
      sendsOn('to another service of this machine', () => `http://127.0.0.1:${inside.port}/`, arrived),
      sendsOn('to it over another scheme', () => `https://localhost:${inside.port}/`, arrived),
      sendsOn('to it without a scheme', () => `//2130706433:${inside.port}/`, arrived),
      sendsOn('to metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/', arrived),
      sendsOn('to itself for ever', () => '/script', arrived),
    ]);
    const often = [...arrived].filter(([, count]) => count > ATTEMPTS_MAX);
    return {
      ...outcome,
      broken: [
        ...outcome.broken,
        ...(connections === 0 ? [] : [`${connections} connections to what a redirect named`]),
        ...often.map(([messageId, count]) => `${messageId} came ${count} times: a redirect was followed`),
      ],
    };
  } finally {
    await inside.close();
  }
}

const common = { id: 'F14', family: 'pharmacy', trials: 2, ciTrials: 0, cannotRun: withoutPostgres } as const;

export const inside: readonly Fault[] = [
  {
    ...common,
    name: `endpoints inside: this machine and private networks, in ${INSIDE.length} notations, on nodes that reach public addresses only`,
    holds:
      'no connection is opened, each attempt says that the address is refused, and every order goes on to a fax',
    run: async (run) => {
      const counted: Counted = { connections: 0 };
      const outcome = await runWays(
        run,
        [...INSIDE, ...machineAddress()].map((host) => leadsInside(host, counted)),
        PUBLIC_ONLY,
      );
      return counted.connections === 0
        ? outcome
        : {
            ...outcome,
            broken: [...outcome.broken, `${counted.connections} connections were opened inside`],
          };
    },
  },
  {
    ...common,
    name: 'endpoints that answer 301, 302, 303, 307 and 308, to other services inside and to themselves',
    holds: 'no redirect is followed: nothing is connected to, no message comes more often than it is tried',
    run: runRedirects,
  },
];
