// The statement by which a transaction says that it can tell an answer to "no more refills" from one to a cancel.
import type { Statement } from '../../store/store.ts';

/** Nodes of the version before do not say so, and find no such message: they would take an answer to it for one to a cancel. */
export const KNOWS_DISCONTINUE: Statement = {
  name: 'pestle_knows_discontinue',
  text: "select set_config('pestle.knows_discontinue', 'yes', true)",
};
