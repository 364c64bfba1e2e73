// The statements by which work is counted before it begins, while a node has died: a row that ends its process leaves nothing else by which it could be known.
import type { Statement } from '../../../store/store.ts';

/** Counts that the work on a row begins, as a fault that it may turn out to be. $1 row. Answers how many it has with it. */
export const BEGIN_WORK: Statement = {
  name: 'pestle_work_begins',
  onePlan: true,
  text: 'update outbox set faults = faults + 1 where id = $1 and on_hold_since is null returning faults',
};

/** The work has ended and the process lives: it was none. $1 row. No row where it has left. */
export const END_WORK: Statement = {
  name: 'pestle_work_ends',
  onePlan: true,
  text: 'update outbox set faults = faults - 1 where id = $1 and faults > 0',
};
