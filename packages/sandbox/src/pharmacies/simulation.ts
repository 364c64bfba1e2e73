// Owns the simulated pharmacies at work: what they take, and what they do by themselves later: reports, routines and late answers.
import type { Clock } from '../ports.ts';
import type { Pace } from './behaviours/behaviour.ts';
import type { FaultPolicy } from './faults.ts';
import { createAsking } from './later/asking.ts';
import { createLateAnswers } from './later/late-answers.ts';
import type { PharmacyLog } from './log.ts';
import type { LateMessage } from './messages.ts';
import { createNetwork, type Network } from './network.ts';
import { type CallAnswer, type Caller, createCaller, type StatusReport } from './reports.ts';
import { createRoutines } from './routines.ts';
import type { SimulatedPartner, SimulatedPharmacy } from './types.ts';

export type SimulationOptions = {
  readonly pharmacies: readonly SimulatedPharmacy[];
  readonly partners: readonly SimulatedPartner[];
  readonly log: PharmacyLog;
  readonly clock: Clock;
  readonly pace: Pace & { readonly routineStepMs: number };
  readonly faults: FaultPolicy | null;
  /** Where the service listens to pharmacies; may be known later. */
  readonly service: { hookUrl: string | undefined; inboxUrl: string | undefined };
  readonly onReport: (report: StatusReport, answer: CallAnswer) => void;
};

/** The simulated pharmacies at work. */
export interface Simulation {
  readonly network: Network;
  /** Makes a pharmacy report a status at the hook; resolves with the service's answer (status 0: none). */
  readonly report: (report: StatusReport) => Promise<CallAnswer>;
  /** Makes a partner or pharmacy send a message by itself to the service's SCRIPT inbox. */
  readonly sendLate: (message: LateMessage) => Promise<CallAnswer>;
  /** While true, no pharmacy begins a routine with what it takes. */
  readonly holdRoutines: (hold: boolean) => void;
  /** Ends what they do by themselves, and their calls. */
  readonly close: () => Promise<void>;
}

/** Pharmacies that know what their log says, and go on by themselves with each order that they take. */
export function simulatePharmacies(options: SimulationOptions): Simulation {
  const { partners, clock, pace, service } = options;
  const network = createNetwork(options);
  const caller = createCaller(clock);
  const report = reporter(network, caller, options);
  const asking = createAsking({ caller, clock, inboxUrl: () => service.inboxUrl });
  const routines = createRoutines({
    stepMs: pace.routineStepMs,
    report,
    isCanceled: network.isCanceled,
    onEnd: async (name, pharmacyId, orderNumber) => {
      const player = network.byId(pharmacyId);
      if (name === 'picks-up-and-asks' && player !== undefined) await asking.ask(player, orderNumber);
    },
  });
  let isHeld = false;
  const lateAnswers = createLateAnswers({
    network,
    partners,
    caller,
    clock,
    inboxUrl: () => service.inboxUrl,
  });
  network.onTaken(({ player, arrived, bytes, partnerId, later }) => {
    if (arrived.kind === 'NewRx' && player.routine === 'picks-up-and-asks')
      asking.remember(player, arrived, bytes);
    const routine = isHeld ? null : player.routine;
    if (arrived.kind === 'NewRx' && routine !== null && arrived.prescriberOrderNumber !== null)
      routines.start(routine, player.pharmacyId, arrived.prescriberOrderNumber);
    if (later !== null) lateAnswers.plan(player, arrived, partnerId, later);
  });
  return {
    network,
    report,
    sendLate: lateAnswers.send,
    holdRoutines: (hold) => {
      isHeld = hold;
    },
    close: async () => {
      routines.close();
      lateAnswers.close();
      await caller.close();
    },
  };
}

function reporter(
  network: Network,
  caller: Caller,
  { service, onReport }: Pick<SimulationOptions, 'service' | 'onReport'>,
): Simulation['report'] {
  return async (report) => {
    const credential = network.byId(report.pharmacyId)?.hookCredential ?? null;
    if (credential === null)
      throw new Error('This pharmacy is not in the sandbox, or has no hook credential.');
    if (service.hookUrl === undefined)
      throw new Error('The peers do not know the status hook yet: set statusHookUrl.');
    const answer = await caller.report(service.hookUrl, report, credential);
    // Only what the service took is a fact to the pharmacy's clerk who later gets a CancelRx.
    if (answer.status === 200)
      network.reported(report.pharmacyId, report.orderId, report.status.toUpperCase());
    onReport(report, answer);
    return answer;
  };
}
