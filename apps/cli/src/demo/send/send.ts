// Sends the orders: several hosts prescribe at once, the pharmacies report beside them, a neighbour organization works on the same service.
import type { OrganizationId } from '@pestle/rules/ids';
import type { SeenIds } from '../../check/evidence.ts';
import { idsIn } from '../../check/i8-own-rows.ts';
import { CommandError } from '../../output.ts';
import { ApiError } from '../../sandbox/api-client.ts';
import type { ReadPatient } from '../data/patients.ts';
import type { ReadPrescription } from '../data/prescriptions.ts';
import type { DemoNetwork } from '../network/network.ts';
import type { Organization, PatientImport } from '../network/practice.ts';
import type { Reference } from '../network/reference.ts';
import type { Progress } from '../progress.ts';
import { DEMO_LIMITS } from '../settings.ts';
import { openAcknowledgements } from './acknowledgements.ts';
import { createCancels } from './cancels.ts';
import { type Candidates, createCandidates } from './candidates.ts';
import { type CoverageCounts, createCoverageChecks } from './coverage.ts';
import { NEAREST, type NearestAnswer, ORDERS, type OrdersAnswer, type OrderView } from './documents.ts';
import { type Host, openHost } from './host.ts';
import { drivePharmacies, type HookAnswer } from './pharmacies.ts';
import { prescribe, type SentOrder } from './prescribe.ts';
import { probeNeighbour } from './probe.ts';

export interface SendOptions {
  readonly orders: number;
  readonly seed: number;
  readonly progress: Progress;
  readonly network: DemoNetwork;
  readonly practice: Organization;
  readonly neighbour: Organization;
  readonly reference: Reference;
  readonly people: {
    readonly patients: readonly ReadPatient[];
    readonly prescriptions: readonly ReadPrescription[];
  };
  readonly patients: PatientImport;
  readonly neighbourPatients: PatientImport;
  /** Whether plans are on file, so that coverage is asked. */
  readonly asksCoverage: boolean;
}

export interface SentOrders {
  readonly orders: readonly SentOrder[];
  readonly refused: Readonly<Record<string, number>>;
  readonly reportAnswers: Readonly<Record<string, number>>;
  readonly cancels: Readonly<Record<string, number>>;
  /** Null where no plans are on file. */
  readonly coverage: CoverageCounts | null;
  readonly repeated: Readonly<Record<string, number>>;
  /** Questions of the neighbour about this organization's records, and how each was answered. */
  readonly probes: Readonly<Record<string, number>>;
  readonly seen: readonly SeenIds[];
  /** Every order of the organization as its host sees it now. */
  readonly readOrders: () => Promise<readonly OrderView[]>;
}

type Counts = Record<string, number>;
const count = (counts: Counts, what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Throws CommandError when no prescription of the file can be sent. */
export async function sendOrders(options: SendOptions): Promise<SentOrders> {
  const { network, practice, neighbour, seed, progress } = options;
  const sending = openSending(options);
  const hosts = await Promise.all(practice.prescribers.map((_, index) => sending.host(practice, index)));
  const [firstHost] = hosts;
  if (firstHost === undefined) throw new Error('the practice has no prescriber');
  const neighbourHost = await sending.host(neighbour, 0);
  const cancels = createCancels({ host: firstHost, acknowledgements: sending.acknowledgements, seed });
  const driver = drivePharmacies({
    peers: network.peers,
    seed,
    pharmacyOf: sending.reporterOf,
    cancel: (orderNumber) => {
      const entry = sending.book.get(orderNumber);
      return entry?.orgId === practice.id ? cancels.onArrival(entry.order, orderNumber) : undefined;
    },
    onAnswer: sending.onHookAnswer,
  });
  const phase = progress.phase('Sending orders', options.orders);
  const growth = createGrowth(network);
  const candidates = candidatesOf(options, options.patients, sending.refuse);
  const orders = await sendAll({
    hosts,
    wanted: options.orders,
    candidates,
    prescribe: (host, candidate) =>
      prescribe({ ...sending.tools, host, refuse: refusing(candidates, sending.refuse) }, candidate),
    onSent: async (order, sentSoFar) => {
      sending.note(order, practice.id);
      phase.at(sentSoFar);
      await growth.at(sentSoFar);
      await cancels.onAcknowledged(order);
    },
  });
  const others = candidatesOf({ ...options, seed: seed + 1 }, options.neighbourPatients, () => undefined);
  await sendAll({
    hosts: [neighbourHost],
    wanted: DEMO_LIMITS.neighbourOrders,
    candidates: others,
    prescribe: (host, candidate) =>
      prescribe(
        { ...sending.tools, host, coverage: null, refuse: refusing(others, () => undefined) },
        candidate,
      ),
    onSent: async (order) => sending.note(order, neighbour.id),
  });
  phase.end(`${orders.length} of ${options.orders}`);
  if (orders.length === 0) throw new CommandError('No prescription of these files can be sent.');
  const reporting = progress.phase('Pharmacies report', 1);
  await driver.finish();
  reporting.end(`${total(sending.reportAnswers)} reports`);
  return {
    orders,
    refused: sending.refused,
    reportAnswers: sending.reportAnswers,
    cancels: cancels.outcomes,
    coverage: sending.tools.coverage?.counts() ?? null,
    repeated: sending.repeated,
    probes: await probeNeighbour({ neighbourHost, orders, patients: options.patients }),
    seen: sending.seen,
    readOrders: () => readOrders(firstHost),
  };
}

/** Lets the planner know each time the orders have doubled. */
function createGrowth({ store }: DemoNetwork): { at(orders: number): Promise<void> } {
  let next: number = DEMO_LIMITS.ordersToAnalyzeFirst;
  return {
    at: async (orders) => {
      if (orders < next) return;
      next *= 2;
      await store.analyzeOrders();
    },
  };
}

/** A refused prescription is not tried again, and is counted. */
function refusing(candidates: Candidates, refuse: (reason: string) => void) {
  return (prescriptionId: string, reason: string): void => {
    // Two rounds can be under way at once: each prescription counts once.
    if (candidates.drop(prescriptionId)) refuse(reason);
  };
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}

interface Noted {
  readonly order: SentOrder;
  readonly orgId: OrganizationId;
}

/** What the hosts and the pharmacies of one run share: the orders by number, the counts, and what a host needs to prescribe. */
function openSending(options: SendOptions) {
  const { network, seed, reference } = options;
  const acknowledgements = openAcknowledgements(network.acknowledgements);
  const repeated: Counts = {};
  const refused: Counts = {};
  const reportAnswers: Counts = {};
  const idsOf = new Map<string, Set<string>>();
  const hookSeen: SeenIds[] = [];
  /** By order number, once the order was acknowledged. */
  const book = new Map<string, Noted>();
  return {
    acknowledgements,
    repeated,
    refused,
    reportAnswers,
    book,
    tools: {
      acknowledgements,
      seed,
      nearest: createNearest(),
      prepare: createPrepare(options),
      coverage: options.asksCoverage ? createCoverageChecks() : null,
    },
    refuse: (reason: string): void => count(refused, reason),
    note: (order: SentOrder, orgId: OrganizationId): void => {
      for (const { prescriberOrderNumber } of order.fills) book.set(prescriberOrderNumber, { order, orgId });
    },
    reporterOf: (orderNumber: string): string | null | undefined => {
      const pharmacyId = book.get(orderNumber)?.order.pharmacyId;
      return pharmacyId === undefined || reference.integrated.has(pharmacyId) ? pharmacyId : null;
    },
    onHookAnswer: ({ orderNumber, answer, text }: HookAnswer): void => {
      count(reportAnswers, answer);
      hookSeen.push({ organizationId: book.get(orderNumber)?.orgId ?? '', ids: new Set(idsIn(text)) });
    },
    host: async (organization: Organization, prescriber: number): Promise<Host> => {
      const ids = idsOf.get(organization.id) ?? new Set<string>();
      idsOf.set(organization.id, ids);
      const { baseUrl } = network;
      return await openHost({
        baseUrl,
        organization,
        prescriber,
        seen: ids,
        onRepeat: (code) => count(repeated, code),
      });
    },
    get seen(): readonly SeenIds[] {
      return [...[...idsOf].map(([organizationId, ids]) => ({ organizationId, ids })), ...hookSeen];
    },
  };
}

function candidatesOf(
  { people, reference, seed }: Pick<SendOptions, 'people' | 'reference' | 'seed'>,
  imported: PatientImport,
  refuse: (reason: string) => void,
): Candidates {
  return createCandidates({
    prescriptions: people.prescriptions,
    patients: new Map(people.patients.map((patient) => [patient.externalId, patient])),
    imported,
    reference,
    seed,
    refuse,
  });
}

interface SendAll {
  readonly hosts: readonly Host[];
  readonly wanted: number;
  readonly candidates: Candidates;
  readonly prescribe: (
    host: Host,
    candidate: NonNullable<ReturnType<Candidates['next']>>,
  ) => Promise<SentOrder | undefined>;
  readonly onSent: (order: SentOrder, sentSoFar: number) => Promise<void>;
}

/** Every host takes the next candidate until enough orders are sent, or until a whole round sent none. */
async function sendAll(plan: SendAll): Promise<readonly SentOrder[]> {
  const sent: SentOrder[] = [];
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  };
  const work = async (host: Host): Promise<void> => {
    while (sent.length < plan.wanted) {
      const candidate = sent.length + underWay < plan.wanted ? plan.candidates.next() : undefined;
      if (candidate === undefined) {
        if (underWay === 0) return;
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      underWay += 1;
      try {
        const order = await plan.prescribe(host, candidate);
        if (order !== undefined) {
          sent.push(order);
          await plan.onSent(order, sent.length);
        }
      } finally {
        underWay -= 1;
        wake();
      }
    }
  };
  await Promise.all(plan.hosts.map(work));
  return sent;
}

/** The nearest public pharmacy, asked once for each place: its ZIP code, else its town. */
function createNearest() {
  const known = new Map<string, Promise<string | undefined>>();
  const ask = async (host: Host, near: object): Promise<string | undefined> => {
    try {
      const { pharmacies } = await host.ask<NearestAnswer>(NEAREST, { near });
      return pharmacies.nodes[0]?.pharmacy.id;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
  return (host: Host, { postalCode, city, state }: ReadPatient['place']): Promise<string | undefined> => {
    const key = `${postalCode} ${city} ${state}`;
    const answer =
      known.get(key) ?? ask(host, { postalCode }).then((found) => found ?? ask(host, { city, state }));
    known.set(key, answer);
    return answer;
  };
}

/** Gives a pharmacy its credential for the status hook before its first order. */
function createPrepare({ network, reference }: SendOptions): (pharmacyId: string) => Promise<void> {
  const known = new Map<string, Promise<void>>();
  const prepare = async (pharmacyId: string): Promise<void> => {
    const pharmacy = reference.integrated.get(pharmacyId);
    if (pharmacy === undefined) return;
    await network.service.rooms.directory.administration.addHookCredential({
      ...pharmacy.hookCredential,
      pharmacyId: pharmacyId as `phr_${string}`,
    });
  };
  return (pharmacyId) => {
    const done = known.get(pharmacyId) ?? prepare(pharmacyId);
    known.set(pharmacyId, done);
    return done;
  };
}

async function readOrders(host: Host): Promise<readonly OrderView[]> {
  const orders: OrderView[] = [];
  for (let after: string | null = null; ; ) {
    const page: OrdersAnswer['orders'] = (await host.ask<OrdersAnswer>(ORDERS, { after })).orders;
    orders.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return orders;
    after = page.pageInfo.endCursor;
  }
}
