// Every fault that can be run, in the order of the catalogue.
import { behindPooler } from './failover/pgbouncer.ts';
import { primaryLost } from './failover/primary-lost.ts';
import { standbyGone } from './failover/standby-gone.ts';
import type { Fault } from './fault.ts';
import { kills } from './process/kills.ts';
import { cuts } from './store/cuts.ts';

const number = ({ id }: Fault): number => Number.parseInt(id.slice(1), 10);

export const CATALOGUE: readonly Fault[] = [
  ...kills,
  ...cuts,
  behindPooler,
  primaryLost,
  standbyGone,
].toSorted((a, b) => number(a) - number(b));
