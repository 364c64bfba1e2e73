// F8: the name server of endpoints is slow, silent or fails, while it knows the names of others at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointCertificate } from '@pestle/testbed/network/certificates';
import { openNameServer } from '@pestle/testbed/network/name-server';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { EndpointWay } from './endpoint.ts';
import { answer } from './endpoint.ts';
import { runWays, TRUSTS_ENDPOINTS } from './endpoints.ts';
import type { Way } from './ways.ts';

/** Takes every message, and says that it cannot serve it now. */
const BUSY: EndpointWay = {
  tls: endpointCertificate('in-order'),
  onRequest: (asked) => answer(asked, 503, ''),
};
const RETRY = ['RETRY'] as const;

const NAMES = {
  'well.test': 'at-once',
  'slow.test': 'slowly',
  'silent.test': 'never',
  'silent-too.test': 'never',
  'failing.test': 'fails',
} as const;

const reached = (name: string, host: keyof typeof NAMES): Way => ({
  fault: 'F8',
  name,
  host,
  outcomes: RETRY,
  endpoint: BUSY,
  isTold: true,
});
const notReached = (name: string, host: keyof typeof NAMES): Way => ({
  fault: 'F8',
  name,
  host,
  outcomes: RETRY,
  endpoint: BUSY,
  tellsNothing: true,
});

const WAYS: readonly Way[] = [
  reached('a name that is known at once', 'well.test'),
  reached('a name server that takes more than half a second', 'slow.test'),
  notReached('a name server that says nothing', 'silent.test'),
  notReached('another of which nothing is said', 'silent-too.test'),
  notReached('a name server that fails', 'failing.test'),
];

/** Which name server a process asks can be told to it alone on Linux, by who administers the machine. */
function cannotRun(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can give a process another name server';
  return withoutPostgres();
}

export const nameServers: Fault = {
  id: 'F8',
  family: 'pharmacy',
  name: 'a name server that is slow, says nothing, or fails, for some of the endpoints',
  holds:
    'every order goes on to a fax; messages get through to names that are known, also slowly; requests do not wait for look-ups',
  trials: 3,
  ciTrials: 0,
  cannotRun,
  run: async (run) => {
    const folder = mkdtempSync(join(tmpdir(), 'pestle-names-'));
    const server = await openNameServer(NAMES);
    try {
      const resolvConf = join(folder, 'resolv.conf');
      // In life a system waits for ten seconds, and messages for longer than here.
      writeFileSync(resolvConf, `${server.resolvConf}options timeout:1 attempts:1\n`);
      const outcome = await runWays(run, WAYS, { resolvConf, nodeEnv: () => TRUSTS_ENDPOINTS });
      const slowest = Number(outcome.figures?.['slowestRequestMs']);
      return {
        ...outcome,
        broken: [
          ...outcome.broken,
          ...(slowest <= FAULT_LIMITS.requestMs ? [] : [`a request took ${slowest} ms`]),
          ...(server.asked() > 0 ? [] : ['the name server was not asked']),
        ],
      };
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
};
