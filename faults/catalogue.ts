// Every fault that can be run, in the order of the catalogue.
import { steps } from './clock/steps.ts';
import { full } from './disk/full.ts';
import { behindPooler } from './failover/pgbouncer.ts';
import { primaryLost } from './failover/primary-lost.ts';
import { standbyGone } from './failover/standby-gone.ts';
import type { Fault } from './fault.ts';
import { reports } from './hooks/reports.ts';
import { partitions } from './network/partitions.ts';
import { dead } from './pharmacy/dead.ts';
import { endpoints } from './pharmacy/endpoints.ts';
import { faxLines } from './pharmacy/fax-lines.ts';
import { inside } from './pharmacy/inside.ts';
import { nameServers } from './pharmacy/name-servers.ts';
import { takesAndLoses } from './pharmacy/takes-and-loses.ts';
import { versions } from './pharmacy/versions.ts';
import { keys } from './process/keys.ts';
import { kills } from './process/kills.ts';
import { pauses } from './process/pauses.ts';
import { races } from './process/races.ts';
import { rolling } from './process/rolling.ts';
import { rotation } from './process/rotation.ts';
import { upgrades } from './process/upgrade.ts';
import { cuts } from './store/cuts.ts';
import { poison } from './store/poison.ts';
import { restores } from './store/restore.ts';
import { slowRow } from './store/slow-row.ts';

const number = ({ id }: Fault): number => Number.parseInt(id.slice(1), 10);

export const CATALOGUE: readonly Fault[] = [
  ...kills,
  ...cuts,
  ...rolling,
  ...endpoints,
  nameServers,
  dead,
  ...inside,
  faxLines,
  versions,
  ...takesAndLoses,
  ...steps,
  ...full,
  poison,
  slowRow,
  ...reports,
  ...races,
  ...keys,
  upgrades,
  ...restores,
  rotation,
  ...partitions,
  ...pauses,
  behindPooler,
  primaryLost,
  standbyGone,
].toSorted((a, b) => number(a) - number(b));
