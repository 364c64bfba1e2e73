// The moves of a fill as steps of larger statements: the same rows as `moveFill` writes, for the paths that nearly every order takes.
import type { FillEventName } from '@pestle/rules/fill-events';
import type { FillState } from '@pestle/rules/fill-status';
import { isEnded, mayMoveFill, moveMayChangeOrder, ORDER_FOLD } from '@pestle/rules/fill-status';
import type { EventSource } from '../tables.ts';
import type { FillChange } from './fills.ts';
import { IllegalMoveError } from './fills.ts';

/** Which expressions of the statement name the fill: parameters such as `$1`, or columns of the step `when`. */
export interface FillAt {
  readonly org: string;
  readonly order: string;
  readonly fill: string;
  readonly now: string;
}

export interface FillMoveSql {
  readonly from: FillState;
  readonly to: FillState;
  readonly event: FillEventName;
  readonly source: EventSource;
  readonly at: FillAt;
  /**
   * The step of the statement by whose rows fills move, one for each, and of each order one; without a row nothing moves. The expressions
   * below may use its columns.
   */
  readonly when: string;
  /** A further condition. */
  readonly and?: string;
  /** What else the row takes, as expressions. */
  readonly set: { readonly [Column in keyof FillChange]?: string };
  /** An expression: what the history entry keeps, as jsonb. */
  readonly detail: string;
  /** An expression: the order's state afterwards (`orderStateAfterSql`). Left out where the move cannot change it. */
  readonly orderState?: string;
}

/**
 * The steps `moved`, `recorded` and `folded`: the fill moves, its history gets the next entry, and the order changes with it.
 * The order must be locked by a statement before. The state is compared in a form that no partial index of open fills answers: the row is found by
 * its key, however many are open. Throws while the module loads where the table of moves has no such move,
 * or where it would move the prescription or the order's state as well and the statement does not say so.
 */
export function fillMoveSql(move: FillMoveSql): string {
  const { from, to, event, source, at, when, and, set, detail, orderState } = move;
  if (!mayMoveFill(from, to)) throw new IllegalMoveError('of a statement', from, to);
  if (isEnded(to)) throw new Error(`a move to ${to} changes the prescription: use moveFill`);
  if (moveMayChangeOrder(from, to) !== (orderState !== undefined))
    throw new Error(
      `the move from ${from} to ${to} must say the order's state exactly where it can change it`,
    );
  const columns = Object.entries(set).map(([column, value]) => `, ${column} = ${value}`);
  return `moved as (
  update fill f set state = '${to}', state_reason = null, state_owner = null, state_since = ${at.now}${columns.join('')},
    revision = f.revision + 1, updated_at = ${at.now}
  from ${when} where f.org_id = ${at.org} and f.id = ${at.fill} and f.state || '' = '${from}'${and === undefined ? '' : ` and ${and}`}
  returning f.id, f.revision
), recorded as (
  insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source, detail)
  select ${at.org}, ${at.fill}, moved.revision, ${at.order}, ${at.now}, '${event}', '${from}', '${to}', '${source}', ${detail}
  from moved join ${when} on moved.id = ${at.fill}
), folded as (
  update orders o set ${orderState === undefined ? '' : `state = ${orderState}, `}revision = o.revision + 1, updated_at = ${at.now}
  from moved join ${when} on moved.id = ${at.fill} where o.org_id = ${at.org} and o.id = ${at.order}
)`;
}

/** The state of an order that has a pharmacy, after one of its fills has moved: the fold of the rules over its other fills and this one. */
export function orderStateAfterSql(to: FillState, { org, order, fill }: FillAt): string {
  const lines = ORDER_FOLD.filter(({ withoutPharmacy }) => withoutPharmacy !== true).map(
    ({ order: state, when, of }) =>
      `when bool_${when === 'any' ? 'or' : 'and'}(x.state in (${of.map((one) => `'${one}'`).join(', ')})) then '${state}'`,
  );
  return `(
    select case ${lines.join(' ')} end
    from (select '${to}' as state union all
      select y.state from fill y where y.org_id = ${org} and y.order_id = ${order} and y.id <> ${fill}) x
  )`;
}
