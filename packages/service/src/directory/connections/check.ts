// Gives a conformance run the pharmacy as it is stored, and puts down what came of it (D6).
import * as v from 'valibot';
import { operatorName, recordNetworkAct } from '../../audit/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { refused } from './act.ts';
import { LOCK_CONNECTIONS } from './connections-sql.ts';
import { settingsHash, writePassedRun } from './passed-run.ts';
import type { StoredPharmacy } from './records.ts';
import { readPharmacy } from './records.ts';

const checkRequest = v.strictObject({ id: v.string(), by: operatorName });

export type CheckRequest = v.InferInput<typeof checkRequest>;

/** A pharmacy with its secrets, for the run itself: never an answer. */
export interface CheckedSubject {
  readonly stored: StoredPharmacy;
  /** The settings with which the run begins. */
  readonly settings: string;
}

/** Throws NOT_FOUND, and INVALID_INPUT for a pharmacy that is not connected or whose partner is out of use. */
export async function subjectOfCheck(store: Store, request: CheckRequest): Promise<CheckedSubject> {
  const { id } = validate(checkRequest, request);
  const network = await networkKeysFor(store);
  return await store.asKeeper(async (tx) => {
    const stored = await readPharmacy(tx, network, id);
    if (stored === undefined) throw notFound('pharmacy');
    if (stored.record.integration === null)
      throw refused('id', 'NOT_CONNECTED', 'This pharmacy is not connected: there is nothing to check.');
    if (stored.partner?.record.active === false)
      throw refused('id', 'NOT_CONNECTED', 'Its partner is out of use: nothing is sent through it.');
    return { stored, settings: settingsHash(network, stored) };
  });
}

export interface BegunRun {
  readonly by: string;
  /** By which its end is found. */
  readonly startedAt: string;
  /** One that has not ended by then never will. */
  readonly until: string;
}

/** Put down first, so that a run whose node stops is not forgotten. */
export async function recordBegunRun(
  store: Store,
  ports: Ports,
  { stored }: CheckedSubject,
  { by, startedAt, until }: BegunRun,
): Promise<void> {
  await store.asKeeper((tx) =>
    recordNetworkAct(tx, ports, {
      operator: by,
      action: 'pharmacy.begin-check',
      subject: { kind: 'pharmacy', id: stored.record.id },
      detail: { startedAt, until },
    }),
  );
}

export interface FinishedRun {
  readonly by: string;
  /** Cases by name; none where the run is passed. */
  readonly failed: readonly string[];
  /** As its report says it, which is found by that. */
  readonly startedAt: string;
}

/** The last run counts: one that is not passed takes back what an earlier one said. What is live stays live. */
export async function recordRun(
  store: Store,
  ports: Ports,
  { stored, settings }: CheckedSubject,
  { by, failed, startedAt }: FinishedRun,
): Promise<void> {
  const { id } = stored.record;
  const at = nowText(ports);
  const passed = failed.length === 0;
  await store.asKeeper(async (tx) => {
    await runStatement(tx, LOCK_CONNECTIONS, []);
    await writePassedRun(tx, id, passed ? { at, by, of: settings } : null);
    await recordNetworkAct(tx, ports, {
      operator: by,
      action: 'pharmacy.check',
      subject: { kind: 'pharmacy', id },
      detail: { passed, startedAt, ...(passed ? {} : { failed: failed.join(', ') }) },
    });
  });
}
