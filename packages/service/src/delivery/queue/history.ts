// Shows operators who held, released, gave up, reset, sent again or read what of the queue, and when, from the network's trail.
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { latestNetworkActs, type NetworkAuditEntry } from '../../audit/inside.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

export interface HistoryQuery {
  /** A lane with what was in it, a transmission or a text; without it the whole queue. */
  readonly of?: string | undefined;
  readonly first: number;
  /** The id of the last entry of the page before. */
  readonly after?: string | undefined;
}

const schema = v.strictObject({
  of: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1, 'Name a lane or an id.'),
      v.maxLength(DELIVERY_LIMITS.laneNameCharactersMax),
    ),
  ),
  first: v.pipe(
    v.number(),
    v.integer('This must be a whole number.'),
    v.minValue(1, 'Ask for at least one.'),
    v.maxValue(DELIVERY_LIMITS.queueActsListedMax, `Ask for ${DELIVERY_LIMITS.queueActsListedMax} at most.`),
  ),
  after: v.optional(
    v.custom<string>((text) => isId('aud', text), 'This must be the id of the last entry before: aud_….'),
  ),
});

/** The latest first. Throws INVALID_INPUT. */
export async function queueHistory(store: Store, query: unknown): Promise<readonly NetworkAuditEntry[]> {
  const { of, first, after } = validate(schema, query);
  const about = of === undefined ? { room: 'queue' } : { subjectOrLane: of };
  const acts = await store.asKeeper((tx) => latestNetworkActs(tx, { about, first, after }));
  return acts.map((act) => ({ ...act, at: new Date(act.at).toISOString() }));
}
