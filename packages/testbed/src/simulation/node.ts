// One node of the simulated service: the real rooms on the shared store, until it dies.

import { createCoverage } from '@pestle/service/coverage';
import { createDirectory, type Directory } from '@pestle/service/directory';
import type { Delivery, DeliveryDeps } from '@pestle/service/for-tests/delivery';
import {
  createPrescribing,
  type Prescribing,
  type PrescribingDeps,
} from '@pestle/service/for-tests/prescribing';
import type { Ports } from '@pestle/service/kernel';
import { createScreening } from '@pestle/service/screening';
import type { Store } from '@pestle/service/store';
import { openDelivery } from '../delivery/open-delivery.ts';
import { type TrackingApp, trackingApp } from '../tracking/tracking-app.ts';
import type { StepTaker } from './time/steps.ts';
import { acting, type VirtualTime } from './time/virtual-time.ts';

export interface SimulatedNode extends StepTaker {
  readonly prescribing: Prescribing;
  readonly delivery: Delivery;
  readonly directory: Directory;
  readonly tracking: TrackingApp;
  /** Runs work of the node's own. */
  act<T>(work: () => Promise<T>): Promise<T>;
}

export interface NodeDeps {
  readonly name: string;
  readonly time: VirtualTime;
  readonly ports: Ports;
  readonly storeFor: (taker: StepTaker) => Store;
  readonly practice: PrescribingDeps;
  /** What the node reaches the world by, given who it is. */
  readonly reaches: (taker: StepTaker) => Pick<DeliveryDeps, 'networkPolicy' | 'faxCarrier' | 'textCarrier'>;
  readonly onError: (error: unknown) => void;
  readonly onDeath: (taker: StepTaker) => void;
}

/** The life of a process, as those who depend on it see it. */
class Life implements StepTaker {
  readonly name: string;
  isAlive = true;
  stoppedUntilMs = 0;
  stoppedAtMs = 0;
  cutOffUntilMs = 0;
  readonly #time: VirtualTime;
  readonly #onDeath: (taker: StepTaker) => void;

  constructor({ name, time, onDeath }: Pick<NodeDeps, 'name' | 'time' | 'onDeath'>) {
    this.name = name;
    this.#time = time;
    this.#onDeath = onDeath;
  }

  die(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#onDeath(this);
  }

  stop(forMs: number): void {
    this.stoppedAtMs = this.#time.now();
    this.stoppedUntilMs = this.stoppedAtMs + forMs;
  }

  cutOff(forMs: number): void {
    this.cutOffUntilMs = this.#time.now() + forMs;
  }
}

export async function startNode(deps: NodeDeps): Promise<SimulatedNode> {
  const life = new Life(deps);
  return await acting.run(life, async () => {
    const { ports } = deps;
    const store = deps.storeFor(life);
    const { authorizedPrescriber, requireFreshProof } = deps.practice;
    const delivery = openDelivery({
      authorizedPrescriber,
      requireFreshProof,
      store,
      ports,
      ...deps.reaches(life),
      onError: deps.onError,
    });
    const directory = createDirectory({ store, ports });
    const prescribing = createPrescribing({
      ...deps.practice,
      store,
      ports,
      departures: delivery.departures,
      coverage: createCoverage({ store, ports }),
      screening: createScreening({ store, ports }),
      pharmaciesNear: (orgId, search) => directory.pharmaciesForPublic(orgId, search),
    });
    const tracking = await trackingApp(store, ports, { delivery }, unexpectedOf(deps.onError));
    // It starts while the world goes on; a process that cannot start ends, and is started again.
    delivery.dispatcher.start().catch((error: unknown) => {
      deps.onError(error);
      life.die();
    });
    return Object.assign(life, {
      prescribing,
      delivery,
      directory,
      tracking,
      act: <T>(work: () => Promise<T>): Promise<T> => acting.run(life, work),
    });
  });
}

/** A list that tells of whatever is put into it. */
function unexpectedOf(onError: (error: unknown) => void): unknown[] {
  return new Proxy<unknown[]>([], {
    set: (list, key, value) => {
      if (key !== 'length') onError(value);
      return Reflect.set(list, key, value);
    },
  });
}
