// What every case of a conformance run is made of.

import type { Listener } from '../listener.ts';
import type { TestPrescription } from '../prescriptions.ts';
import { PLAIN } from '../prescriptions.ts';
import type { Verdict } from '../report.ts';
import type { Seen, Session, TestMessage } from '../session.ts';

/** A run as its cases see it. */
export interface Run {
  readonly session: Session;
  /** What the pharmacy took and should hold now. */
  readonly held: TestMessage[];
  readonly canceled: TestMessage[];
  /** Where the pharmacy reports; undefined where nobody listens. */
  readonly listener: Listener | undefined;
  readonly reportsWaitMs: number;
}

export interface CaseResult {
  readonly verdict: Verdict;
  readonly seen: string;
  readonly advice?: string;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly expected: string;
  /** `connection`: where none stands, nothing else can be tried. `plain`: without a prescription that was taken, the rest says nothing. */
  readonly needs?: 'connection' | 'plain';
  run(run: Run): Promise<CaseResult>;
}

/** Writes a prescription and sends it; what was taken is held from now on. */
export async function prescribe(
  run: Run,
  prescription: TestPrescription = PLAIN,
): Promise<{
  readonly message: TestMessage;
  readonly seen: Seen;
}> {
  const message = await run.session.write(prescription);
  const seen = await run.session.send(message);
  if (seen.sent.outcome === 'ACCEPTED') run.held.push(message);
  return { message, seen };
}

/** The first prescription that was taken. Only for cases that need one. */
export function heldOf({ held }: Run): TestMessage {
  const [first] = held;
  if (first === undefined) throw new Error('this case needs a prescription that was taken');
  return first;
}

export const passed = (seen: string): CaseResult => ({ verdict: 'passed', seen });
export const warned = (seen: string, advice: string): CaseResult => ({ verdict: 'warning', seen, advice });
export const failed = (seen: string, advice: string): CaseResult => ({ verdict: 'failed', seen, advice });
export const skipped = (seen: string): CaseResult => ({ verdict: 'skipped', seen });
