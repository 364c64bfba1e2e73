// F35: every key of the service is replaced under load, and the key by which a pharmacy reports while it reports.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import { failedRequests, wrongStop } from './rolling.ts';

const BY = ['--by', 'Olga Operator'] as const;
const REPORT_PAUSE_MS = 250;

interface Keys {
  readonly data: string;
  readonly identity: string;
  readonly link: string;
}

const fresh = (): string => randomBytes(32).toString('hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Every node in its turn, with another environment. */
async function restartEach(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  broken: string[],
): Promise<void> {
  for (const node of stage.nodes) {
    broken.push(...wrongStop(await node.stop()));
    await stage.load.more(2);
    await node.start(env);
    // A request that met this node before it was back has ended before the next one goes.
    await stage.load.more(3);
  }
}

/** As docs/security/keys.md says: first each node understands the new keys, then it uses them; what is in the store follows. */
async function replaceKeys(stage: Stage, used: readonly Keys[], broken: string[]): Promise<Keys> {
  const [now] = used;
  if (now === undefined) throw new Error('there are no keys');
  const next = { data: fresh(), identity: fresh(), link: fresh() };
  const named = (keys: readonly Keys[]): Record<string, string> => ({
    IDENTITY_KEYS_PREVIOUS: keys.map(({ identity }) => identity).join(','),
    LINK_KEYS_PREVIOUS: keys.map(({ link }) => link).join(','),
  });
  const using = ({ data, identity, link }: Keys): Record<string, string> => ({
    DATA_KEY: data,
    IDENTITY_KEY: identity,
    LINK_KEY: link,
  });
  await restartEach(stage, { ...using(now), ...named([next, ...used.slice(1)]) }, broken);
  await restartEach(stage, { ...using(next), ...named(used), DATA_KEYS_PREVIOUS: now.data }, broken);
  const node = stage.node(0);
  await node.command('vault', 'rewrap');
  await node.command('vault', 'rotate');
  await node.command('vault', 'rotate-signing', ...BY);
  return next;
}

interface Reporter {
  /** A new key beside the old one; then reports come with the new one, and the old one ends. */
  replace(): Promise<void>;
  stop(): Promise<ReadonlyMap<number, number>>;
}

async function startReporter(stage: Stage): Promise<Reporter> {
  await stage.load.more(1);
  const [order] = stage.load.acknowledged;
  if (order === undefined) throw new Error('there is no order to report of');
  const keysOf = (...args: readonly string[]): Promise<unknown> =>
    stage.node(0).command('pharmacy', 'keys', ...args, ...BY);
  const add = async (): Promise<{ readonly id: string; readonly secret: string }> => {
    const { key, secret } = (await keysOf('add', order.pharmacyId)) as {
      key: { id: string };
      secret: string;
    };
    return { id: key.id, secret };
  };
  let current = await add();
  const over = new AbortController();
  const answers = new Map<number, number>();
  const running = (async () => {
    while (!over.signal.aborted) {
      const status = await fetch(`${stage.config.baseUrl}/v1/hooks/pharmacy`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${current.secret}` },
        body: JSON.stringify({ status: 'RECEIVED', order_id: order.orderId }),
      }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status;
        },
        () => 0,
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await sleep(REPORT_PAUSE_MS);
    }
  })();
  return {
    replace: async () => {
      const old = current;
      current = await add();
      // What is on its way with the old one comes to its end before.
      await stage.load.more(2);
      await keysOf('end', order.pharmacyId, old.id);
      await stage.load.more(2);
    },
    stop: async () => {
      over.abort();
      await running;
      return answers;
    },
  };
}

export const rotation: Fault = {
  id: 'F35',
  family: 'process',
  name: 'DATA_KEY, IDENTITY_KEY, LINK_KEY, data keys, token keys and a pharmacy’s hook key are replaced under load on two nodes',
  holds: 'no request and no report fails, nobody is signed out, and what was sealed before opens afterwards',
  trials: 3,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: (run) =>
    onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
      const broken: string[] = [];
      const { dataKeys, identityKey, linkKey } = stage.config;
      let used: readonly Keys[] = [
        { data: hex(dataKeys.current), identity: hex(identityKey), link: hex(linkKey) },
      ];
      const reporter = await startReporter(stage);
      const trials = await run.repeat(async () => {
        await stage.load.more(2);
        used = [await replaceKeys(stage, used, broken), ...used];
        await reporter.replace();
      });
      const answers = await reporter.stop();
      broken.push(...failedRequests(stage));
      for (const [status, count] of answers)
        if (![200, 409, 429].includes(status)) broken.push(`${count} reports were answered ${status}`);
      const verdict = await stage.settleAndJudge({
        byApi: false,
        dataKeys: { current: Buffer.from(used[0]?.data ?? '', 'hex'), previous: [] },
      });
      return outcomeOf(verdict, {
        trials,
        recoveryMs: [],
        broken,
        figures: {
          requests: Object.values(stage.load.tally.statuses).reduce((sum, count) => sum + count, 0),
          reports: [...answers.values()].reduce((sum, count) => sum + count, 0),
          slowestMs: Math.round(stage.load.tally.slowestMs),
        },
      });
    }),
};
