// The simulated world: nodes that come and go on one store, pharmacies, hosts and operators, moved on until every order has ended.
import type { Evidence, Violation } from '@pestle/cli/check/evidence';
import { readStore } from '@pestle/cli/check/read-store';
import { isUnavailable, type Ports } from '@pestle/service/kernel';
import type { EmbeddedStore } from '@pestle/service/store';
import { CompiledQuery } from 'kysely';
import { TEST_DATA_KEYS } from '../stores/test-store.ts';
import { type SimulatedNode, startNode } from './node.ts';
import { FaxMachine } from './outside/fax-machine.ts';
import { Hosts } from './outside/host.ts';
import { LaneJudge } from './outside/lanes.ts';
import { pharmacySetups } from './outside/network.ts';
import { Operators } from './outside/operators.ts';
import { type LogLine, Pharmacy } from './outside/pharmacy.ts';
import { Reports } from './outside/reports.ts';
import { Told } from './outside/told.ts';
import { Wire } from './outside/wire.ts';
import { altered, type PlantedFault, trafficOf } from './planted.ts';
import { openPractices, type Practices } from './practices.ts';
import type { Chance } from './time/chance.ts';
import { NO_STEP_FAULTS, type StepFaults, Steps } from './time/steps.ts';
import type { VirtualTime } from './time/virtual-time.ts';

const NODES = 3;
const RESTART_MS = 3_000;
const CLOCK_SET_EACH_MS = 20_000;
const CLOCK_WRONG_MS = 4_000;
const CLOCK_ERRORS_MS = [-3_600_000, -60_000, -4_000, 3_000, 60_000, 3_600_000];
const FAULTS: StepFaults = { dies: 0.0006, stops: 0.0003, cutOff: 0.001 };
const LOOK_EACH_MS = 2_000;
/** Every schedule of retries, of electronic messages and of faxes, is over by then. */
const ENDS_WITHIN_MS = 2_700_000;

export interface WorldOptions {
  readonly orders: number;
  readonly planted: readonly PlantedFault[];
}

export class World {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly steps: Steps;
  readonly log: LogLine[] = [];
  readonly lanes = new LaneJudge();
  readonly told = new Told();
  readonly fax: FaxMachine;
  readonly hosts: Hosts;
  readonly operators: Operators;
  readonly reports: Reports;
  readonly pharmacies: readonly Pharmacy[];
  /** What the rules of the world itself found broken. */
  readonly broken: Violation[] = [];
  /** Failures of ours that no fault of the world explains. */
  readonly unexpected: unknown[] = [];
  readonly store: EmbeddedStore;
  deaths = 0;
  clockSets = 0;
  readonly #nodes: SimulatedNode[] = [];
  readonly #wire: Wire;
  readonly #ports: Ports;
  readonly #practices: Practices;
  readonly #options: WorldOptions;
  #named = 0;
  #isCalm = false;
  #isClockWrong = false;
  #lookDue = false;

  private constructor(
    deps: {
      readonly time: VirtualTime;
      readonly chance: Chance;
      readonly store: EmbeddedStore;
      readonly ports: Ports;
    },
    practices: Practices,
    options: WorldOptions,
  ) {
    const { time, chance, store, ports } = deps;
    this.time = time;
    this.chance = chance;
    this.store = store;
    this.#ports = ports;
    this.#practices = practices;
    this.#options = options;
    this.steps = new Steps(time, chance);
    const node = (): SimulatedNode | undefined => this.#anyNode();
    const onRefusal = (what: string): void => {
      this.broken.push({ what: `refused without a reason: ${what}`, ids: [] });
    };
    const setups = pharmacySetups(trafficOf(options.planted).pharmacies);
    this.reports = new Reports({ time, chance, node, onRefusal });
    this.pharmacies = setups.map(
      (setup) =>
        new Pharmacy({
          setup,
          time,
          chance,
          log: this.log,
          onTaken: (message, pharmacy) => this.reports.about(message, pharmacy),
          onOpened: (request, pharmacy) => {
            this.told.address(request.path);
            this.lanes.arrived(request, pharmacy, time.now());
          },
          sends: (pharmacy, contentType, body) => this.reports.script(pharmacy, contentType, body),
          planted: options.planted,
        }),
    );
    const byNumber = new Map(setups.map(({ id, record }) => [record.fax ?? '', id]));
    this.fax = new FaxMachine({
      time,
      chance,
      log: this.log,
      pharmacyOf: (number) => byNumber.get(number) ?? null,
    });
    const hosts = new Map(this.pharmacies.map((pharmacy) => [pharmacy.setup.port, pharmacy]));
    this.#wire = new Wire({
      time,
      chance,
      hosts,
      ...(options.planted.includes('bytes-are-altered') && { tamper: (body) => altered(body, chance) }),
    });
    this.hosts = new Hosts({
      time,
      chance,
      node,
      prescribers: practices.prescribers,
      pharmacies: setups,
      onRefusal,
    });
    this.operators = new Operators({ time, chance, node, pharmacies: setups, onRefusal });
  }

  static async open(
    deps: { readonly time: VirtualTime; readonly chance: Chance; readonly store: EmbeddedStore },
    options: WorldOptions,
  ): Promise<World> {
    const ports: Ports = { clock: deps.time, random: deps.chance };
    const practices = await openPractices(deps.store, ports, {
      orders: options.orders,
      pharmacies: pharmacySetups(trafficOf(options.planted).pharmacies),
    });
    return new World({ ...deps, ports }, practices, options);
  }

  /** From the first order to the end of the last one. */
  async run(): Promise<void> {
    const { orders, planted } = this.#options;
    for (let index = 0; index < NODES; index += 1) this.#startNode();
    this.operators.start();
    const { orderEachMs, setsClock } = trafficOf(planted);
    if (setsClock) this.#setClocks();
    let left = orders;
    const next = (): void => {
      if (left === 0) return this.#calmDown();
      left -= 1;
      this.hosts.order();
      this.time.after(this.chance.wait(orderEachMs), next);
    };
    this.time.after(1_000, () => {
      this.steps.faults = FAULTS;
      next();
    });
    await this.#move();
  }

  async evidence(): Promise<Evidence> {
    return {
      store: await readStore((text) => this.query(text), TEST_DATA_KEYS),
      arrivals: this.log,
      faxHandedOverAt: this.fax.handedOverAt,
      acknowledgements: this.hosts.acknowledgements,
      seen: this.hosts.seen(),
    };
  }

  /** As the owner of the schema: outside of everything that is simulated. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.store.asOwner(
      async (owner) => (await owner.executeQuery<never>(CompiledQuery.raw(text))).rows,
    );
  }

  async close(): Promise<void> {
    await this.store.close();
  }

  /** One thing after the other: what can happen now, then a step at the store, then the next moment. */
  async #move(): Promise<void> {
    const { time } = this;
    let endsAtMs = Number.POSITIVE_INFINITY;
    for (;;) {
      await time.quiet();
      if (await this.steps.take()) continue;
      if (this.#lookDue) {
        this.#lookDue = false;
        if (endsAtMs === Number.POSITIVE_INFINITY) endsAtMs = time.now() + ENDS_WITHIN_MS;
        if (await this.#isOver()) return;
        if (time.now() > endsAtMs) return await this.#notOver();
      }
      if (!time.step()) return;
    }
  }

  async #isOver(): Promise<boolean> {
    const { hosts, reports, operators } = this;
    if (hosts.underWay + reports.underWay + operators.underWay > 0) return false;
    const [row] = await this.query('select count(*)::integer as waiting from outbox');
    return row?.['waiting'] === 0 && this.#nodes.every(({ delivery }) => delivery.dispatcher.inFlight === 0);
  }

  async #notOver(): Promise<void> {
    const rows = await this.query('select id, lane, attempt, run_at, held_by, leased_by from outbox');
    const { hosts, reports, operators } = this;
    this.broken.push({
      what: `after ${ENDS_WITHIN_MS / 60_000} calm minutes ${rows.length} things still wait to leave (${JSON.stringify(rows.slice(0, 3))}), and ${hosts.underWay} requests, ${reports.underWay} reports ${operators.underWay} acts and ${this.#nodes.map(({ name, delivery }) => `${name} with ${delivery.dispatcher.inFlight}`).join(', ')} wait for an answer`,
      ids: rows.map(({ id }) => String(id)).slice(0, 5),
    });
  }

  /** No faults from now on, and one node after the other stops in order, but for one. */
  #calmDown(): void {
    this.#isCalm = true;
    this.steps.faults = NO_STEP_FAULTS;
    if (this.#isClockWrong) this.#setClock(0);
    for (const pharmacy of this.pharmacies) pharmacy.calm();
    this.fax.calm();
    this.operators.calm();
    this.time.after(30_000, () => {
      const [kept, ...others] = this.#nodes.filter((node) => node.stoppedUntilMs <= this.time.now());
      if (kept === undefined) throw new Error('no node runs');
      for (const node of others) {
        this.#nodes.splice(this.#nodes.indexOf(node), 1);
        void node.act(() => node.delivery.close());
      }
    });
    this.#look();
  }

  #look(): void {
    this.time.after(LOOK_EACH_MS, () => {
      this.#lookDue = true;
      this.#look();
    });
  }

  #startNode(): void {
    this.#named += 1;
    void startNode({
      name: `node-${this.#named}`,
      time: this.time,
      ports: this.#ports,
      storeFor: (taker) => this.steps.storeOf(taker, this.store),
      practice: this.#practices.deps,
      reaches: (taker) => ({
        networkPolicy: { loopbackOnly: true, connect: this.#wire.connectorOf(taker) },
        faxCarrier: this.fax.carrier(),
        textCarrier: this.fax.textCarrier(),
      }),
      onError: (error) => {
        if (!isUnavailable(error)) this.unexpected.push(error);
      },
      onDeath: (taker) => {
        this.deaths += 1;
        this.#wire.endOf(taker);
        const index = this.#nodes.findIndex((node) => (node as object) === taker);
        if (index !== -1) this.#nodes.splice(index, 1);
        this.time.after(this.chance.wait(RESTART_MS), () => this.#startNode());
      },
    }).then((node) => {
      if (node.isAlive) this.#nodes.push(node);
    });
  }

  #anyNode(): SimulatedNode | undefined {
    return this.#nodes.length === 0 ? undefined : this.chance.oneOf(this.#nodes);
  }

  #setClock(errorMs: number): void {
    this.#isClockWrong = errorMs !== 0;
    this.time.setStoreError(errorMs);
    this.lanes.clockSet(this.time.now());
  }

  /** The store's clock is set wrong for a while, again and again. */
  #setClocks(): void {
    this.time.after(this.chance.wait(CLOCK_SET_EACH_MS), () => {
      if (this.#isCalm) return;
      this.clockSets += 1;
      this.#setClock(this.chance.oneOf(CLOCK_ERRORS_MS));
      this.time.after(this.chance.wait(CLOCK_WRONG_MS), () => {
        if (this.#isClockWrong) this.#setClock(0);
        this.#setClocks();
      });
    });
  }
}
