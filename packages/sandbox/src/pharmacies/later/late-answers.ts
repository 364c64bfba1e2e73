// Owns the messages that a partner or pharmacy sends later, by itself: an Error or a Verify about an accepted message, the answer to a CancelRx, an RxFill.
import { PLANNED_REPORTS_MAX } from '../../limits.ts';
import type { Clock } from '../../ports.ts';
import type { LateAnswer } from '../behaviours/behaviour.ts';
import type { Arrived } from '../decide.ts';
import { type LateMessage, renderLate } from '../messages.ts';
import type { Network } from '../network.ts';
import type { Player } from '../player.ts';
import type { CallAnswer, Caller } from '../reports.ts';
import type { SimulatedPartner } from '../types.ts';

export type LateAnswerOptions = {
  readonly network: Network;
  readonly partners: readonly SimulatedPartner[];
  readonly caller: Caller;
  readonly clock: Clock;
  readonly inboxUrl: () => string | undefined;
};

/** Sends late messages, planned or by hand. */
export interface LateAnswers {
  readonly plan: (player: Player, arrived: Arrived, partnerId: string | null, later: LateAnswer) => void;
  readonly send: (message: LateMessage) => Promise<CallAnswer>;
  readonly close: () => void;
}

/** Late messages over a way to call the service's SCRIPT inbox. */
export function createLateAnswers(options: LateAnswerOptions): LateAnswers {
  const timers = new Set<NodeJS.Timeout>();
  const send: LateAnswers['send'] = async (message) => {
    const player = options.network.byId(message.pharmacyId);
    const partner = options.partners.find(({ id }) => id === message.partnerId);
    const credential = partner?.hookCredential ?? player?.hookCredential ?? null;
    const url = options.inboxUrl();
    if (player === undefined || credential === null)
      throw new Error('This pharmacy is not in the sandbox, or has no hook credential.');
    if (url === undefined) throw new Error('The peers do not know the SCRIPT inbox yet: set scriptInboxUrl.');
    const { contentType, body } = renderLate({ message, player, nowMs: options.clock.now() });
    return options.caller.deliver(url, body, contentType, credential);
  };
  return {
    send,
    plan(player, arrived, partnerId, later) {
      if (timers.size >= PLANNED_REPORTS_MAX) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        // Without an inbox there is nowhere to send it: a deployment may not read late messages yet.
        if (options.inboxUrl() === undefined) return;
        send({
          ...later,
          pharmacyId: player.pharmacyId,
          ...(partnerId !== null && { partnerId }),
          relatesToMessageId: arrived.messageId,
          ...(arrived.prescriberOrderNumber !== null && {
            prescriberOrderNumber: arrived.prescriberOrderNumber,
          }),
        }).catch(() => undefined);
      }, later.afterMs);
      timers.add(timer);
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
