// A conformance run against a pharmacy as it is stored: put down when it begins and when it ends, with a place for its reports where one is asked for (D6).
import * as v from 'valibot';
import type { ScriptSender } from '../delivery/inside.ts';
import { type CheckRequest, recordBegunRun, recordRun, subjectOfCheck } from '../directory/inside.ts';
import { invalidInput } from '../kernel/errors.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import type { Ports } from '../kernel/ports.ts';
import { nowText } from '../kernel/ports.ts';
import { validate } from '../kernel/validate.ts';
import type { Store } from '../store/store.ts';
import { CONFORMANCE_LIMITS as LIMITS } from './limits.ts';
import { type Listener, openListener } from './listener.ts';
import { subjectOfPharmacy } from './preview.ts';
import type { ConformanceReport } from './report.ts';
import { runConformance } from './run-conformance.ts';

const waiting = v.strictObject({
  /** Where the pharmacy reports while the run lasts. Without it nothing is waited for. */
  listen: v.optional(
    v.strictObject({
      host: v.pipe(v.string(), v.regex(/^[\w.:-]{1,255}$/, 'Write the address of an interface.')),
      port: v.pipe(
        v.number(),
        v.integer('Whole.'),
        v.minValue(1, 'At least 1.'),
        v.maxValue(65_535, 'At most 65535.'),
      ),
      /** The bearer key that reports must show. */
      key: v.optional(
        v.pipe(v.string(), v.regex(/^[!-~]{1,512}$/, 'A key holds printable ASCII without blanks.')),
      ),
    }),
  ),
  /** How long a report is waited for. */
  waitSeconds: v.optional(
    v.pipe(
      v.number(),
      v.integer('Whole seconds.'),
      v.minValue(0, 'At least 0.'),
      v.maxValue(LIMITS.reportsWaitSecondsMax, `At most ${LIMITS.reportsWaitSecondsMax}.`),
    ),
    LIMITS.reportsWaitMs / 1_000,
  ),
});

export interface StoredRunRequest extends CheckRequest, v.InferInput<typeof waiting> {}

export interface StoredRunDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly policy: NetworkPolicy;
  readonly sender: ScriptSender;
}

/** Throws NOT_FOUND, INVALID_INPUT. */
export async function runStored(
  { store, ports, policy, sender }: StoredRunDeps,
  { listen, waitSeconds, ...request }: StoredRunRequest,
): Promise<ConformanceReport> {
  const given = validate(waiting, {
    ...(listen === undefined ? {} : { listen }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
  const subject = await subjectOfCheck(store, request);
  const pharmacy = subjectOfPharmacy(subject.stored);
  const listener = await listenerOf(ports, sender, given.listen);
  try {
    const { by } = request;
    const startedAt = nowText(ports);
    // Both cases of reports may wait.
    const atMostMs = LIMITS.runMinutesMax * 60_000 + (listener === undefined ? 0 : 2_000 * given.waitSeconds);
    const until = new Date(Date.parse(startedAt) + atMostMs).toISOString();
    await recordBegunRun(store, ports, subject, { by, startedAt, until });
    const report = await runConformance(pharmacy, {
      policy,
      sender,
      ports,
      startedAt,
      reportsWaitMs: given.waitSeconds * 1_000,
      ...(listener === undefined ? {} : { listener }),
    });
    const failed = report.cases.filter(({ verdict }) => verdict === 'failed').map((one) => one.id);
    await recordRun(store, ports, subject, { by, failed, startedAt });
    return report;
  } finally {
    await listener?.close();
  }
}

const UNUSABLE = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

async function listenerOf(
  ports: Ports,
  sender: ScriptSender,
  listen: StoredRunRequest['listen'],
): Promise<Listener | undefined> {
  if (listen === undefined) return undefined;
  const { host, port, key } = listen;
  try {
    return await openListener({ ports, host, port, sender, ...(key === undefined ? {} : { key }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNUSABLE.has(code)) throw error;
    const message = `Nothing can listen at ${host}:${port} (${code}): name another address or port.`;
    throw invalidInput([{ path: 'listen', code: 'NOT_ACCEPTED', message }]);
  }
}
