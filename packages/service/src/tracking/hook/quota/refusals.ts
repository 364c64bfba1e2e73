// Tells of the reports that come beyond a quota once in a while, with how many there were: a line of the log for each would cost a storm a fifth of the node's time.
import type { IncomingMessage } from 'node:http';
import { leaveToWhoTells } from '../../../kernel/web/told.ts';
import { TRACKING_LIMITS } from '../../limits.ts';
import type { HookNews } from '../hook-news.ts';

export interface Refusals {
  /** One more of a sender who is known to be over the quota. */
  note(senderId: string, request: { readonly id: string; readonly raw: IncomingMessage }): void;
  /** Tells what was noted and not yet told. */
  tell(): void;
}

/** `onHook` hears of each sender within `refusalsToldEachMs` of the first that was noted. */
export function createRefusals(onHook: (news: HookNews) => void): Refusals {
  const noted = new Map<string, { times: number; requestId: string }>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = [...noted];
    noted.clear();
    for (const [senderId, { times, requestId }] of all)
      onHook({ outcome: 'refused', code: 'RATE_LIMITED', requestId, senderId, times });
  };
  return {
    note: (senderId, { id, raw }) => {
      leaveToWhoTells(raw);
      const of = noted.get(senderId);
      if (of === undefined) noted.set(senderId, { times: 1, requestId: id });
      else {
        of.times += 1;
        of.requestId = id;
      }
      timer ??= setTimeout(tell, TRACKING_LIMITS.refusalsToldEachMs).unref();
    },
    tell,
  };
}
