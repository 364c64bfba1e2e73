// Tries a pharmacy's endpoint as deliveries would use it, case by case, and reports what it did right and wrong (D6).
import type { ScriptSender } from '../delivery/inside.ts';
import { createExchange } from '../kernel/outgoing/exchange.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import type { Ports } from '../kernel/ports.ts';
import { systemPorts } from '../kernel/ports.ts';
import { CANCEL_CASES } from './cases/cancels.ts';
import type { Case, CaseResult, Run } from './cases/case.ts';
import { failed, skipped } from './cases/case.ts';
import { connectionCase } from './cases/connection.ts';
import { ORDER_CASES } from './cases/orders.ts';
import { REFUSAL_CASES } from './cases/refusals.ts';
import { REPEAT_CASES } from './cases/repeats.ts';
import { REPORT_CASES } from './cases/reports.ts';
import { CONFORMANCE_LIMITS } from './limits.ts';
import type { Listener } from './listener.ts';
import type { CaseReport, ConformanceReport } from './report.ts';
import type { Session } from './session.ts';
import { createSession, UnwritableError } from './session.ts';
import type { Subject } from './subject.ts';

export interface ConformanceOptions {
  readonly policy: NetworkPolicy;
  readonly sender: ScriptSender;
  readonly ports?: Ports;
  /** Where the pharmacy reports during the run. */
  readonly listener?: Listener;
  /** How long a report is waited for, in milliseconds. */
  readonly reportsWaitMs?: number;
  /** When it began, where somebody put that down before (ISO 8601); now when left out. */
  readonly startedAt?: string;
  /** Called after each case. */
  readonly onCase?: (report: CaseReport) => void;
}

/**
 * Runs all cases, one after another. Sends invented prescriptions that say that they are tests. Never rejects because of what the endpoint
 * does: that is what the report says.
 */
export async function runConformance(
  subject: Subject,
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const { policy, sender, ports = systemPorts, listener } = options;
  const exchange = createExchange(policy);
  const session = createSession({ subject, exchange, ports, sender });
  const run: Run = {
    session,
    held: [],
    canceled: [],
    listener,
    reportsWaitMs: options.reportsWaitMs ?? CONFORMANCE_LIMITS.reportsWaitMs,
  };
  const { startedAt = new Date(ports.clock.now()).toISOString() } = options;
  try {
    const cases: CaseReport[] = [];
    for (const one of allCases(policy)) {
      const report = await tryCase(one, run, cases);
      cases.push(report);
      options.onCase?.(report);
    }
    return {
      ...about(subject),
      startedAt,
      endedAt: new Date(ports.clock.now()).toISOString(),
      passed: cases.every(({ verdict }) => verdict !== 'failed'),
      cases,
      held: {
        prescriptions: run.held.map(({ messageId }) => messageId),
        canceled: run.canceled.map(({ messageId }) => messageId),
      },
    };
  } finally {
    await exchange.close();
  }
}

/** Reports last: by then everything was sent that could be reported. */
function allCases(policy: NetworkPolicy): readonly Case[] {
  return [
    connectionCase(policy),
    ...ORDER_CASES,
    ...REPEAT_CASES,
    ...CANCEL_CASES,
    ...REFUSAL_CASES,
    ...REPORT_CASES,
  ];
}

async function tryCase(one: Case, run: Run, before: readonly CaseReport[]): Promise<CaseReport> {
  const { seen, verdict, advice = null } = obstacle(one, before) ?? (await resultOf(one, run));
  return {
    id: one.id,
    title: one.title,
    expected: one.expected,
    verdict,
    seen,
    advice,
    messages: run.session.takeMessages(),
  };
}

async function resultOf(one: Case, run: Run): Promise<CaseResult> {
  try {
    return await one.run(run);
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    return failed(
      `The message cannot be written with these settings: ${error.message}`,
      'Change the message settings of the integration: such a prescription would go by fax.',
    );
  }
}

/** What has failed already is not tried in twelve other ways. */
function obstacle({ needs }: Case, before: readonly CaseReport[]): CaseResult | undefined {
  const hasFailed = (id: string): boolean => before.some((one) => one.id === id && one.verdict === 'failed');
  if (needs !== undefined && hasFailed('connection')) return skipped('Not tried: there is no connection.');
  if (needs === 'plain' && hasFailed('new-rx'))
    return skipped('Not tried: the plain prescription was not taken.');
  return undefined;
}

function about({
  pharmacy,
  integration,
  endpoint,
}: Session['subject']): Pick<
  ConformanceReport,
  'pharmacy' | 'endpoint' | 'channel' | 'version' | 'form' | 'credentials'
> {
  const { origin, pathname } = new URL(endpoint.url);
  return {
    pharmacy: { name: pharmacy.name, ncpdpId: pharmacy.ncpdpId },
    endpoint: `${origin}${pathname}`,
    channel: integration.channel,
    version: integration.channel === 'script' ? (integration.script?.version ?? null) : null,
    form: integration.channel === 'script' ? (integration.script?.form ?? null) : null,
    credentials: endpoint.auth.kind,
  };
}
