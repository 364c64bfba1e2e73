// The demo from its files to its report: fill the store, prescribe and send, let the pharmacies report, wait until nothing moves, judge.

import { readLog } from '@pestle/sandbox/pharmacies/log';
import { checkInvariants } from '../check/check.ts';
import type { Evidence, SeenIds } from '../check/evidence.ts';
import { readStore } from '../check/read-store.ts';
import type { DataFolder } from './data/folder.ts';
import { findData } from './data/folder.ts';
import { readNdjson } from './data/ndjson.ts';
import { type ReadPatient, readPatient } from './data/patients.ts';
import { type ReadPrescription, readPrescription } from './data/prescriptions.ts';
import { type DemoNetwork, openDemoNetwork } from './network/network.ts';
import { fillPlans, withCards } from './network/plans.ts';
import {
  importPatients,
  makeOrganization,
  type Organization,
  type PatientImport,
} from './network/practice.ts';
import { fillReference } from './network/reference.ts';
import type { Progress } from './progress.ts';
import { type Artifacts, keepArtifacts, requireOwnFolder } from './result/artifacts.ts';
import { type DemoReport, makeReport } from './result/report.ts';
import { readWarnings } from './result/warnings.ts';
import { readAcknowledgements } from './send/acknowledgements.ts';
import { sendOrders } from './send/send.ts';
import { settle } from './send/settle.ts';
import { DEMO_LIMITS } from './settings.ts';

export interface DemoOptions {
  readonly data: string;
  readonly orders: number;
  readonly seed: number;
  readonly faults: number;
  /** The day that counts as today for coverage. */
  readonly asOf?: string;
  readonly store?: string;
  readonly out?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  /** Told how to stop it all before its end, which removes what is temporary. */
  readonly onOpen?: (close: () => Promise<void>) => void;
}

/** Throws CommandError for what the person can mend. */
export async function runDemo(options: DemoOptions): Promise<DemoReport> {
  const startedAt = performance.now();
  const data = findData(options.data);
  if (options.out !== undefined) requireOwnFolder(options.out);
  const people = await readPeople(data);
  const network = await openDemoNetwork({
    store: options.store,
    env: options.env,
    faults: options.faults,
    seed: options.seed,
    ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
  });
  options.onOpen?.(() => network.close());
  const artifacts = options.out === undefined ? undefined : keepArtifacts(options.out, network.peers);
  try {
    return await play(options, { startedAt, data, people, network, artifacts });
  } finally {
    artifacts?.stop();
    await network.close();
  }
}

interface People {
  readonly patients: readonly ReadPatient[];
  readonly prescriptions: readonly ReadPrescription[];
  /** Lines that have not the shape of a patient or a prescription. */
  readonly unreadable: number;
}

interface Practices {
  readonly practice: Organization;
  readonly neighbour: Organization;
  readonly patients: PatientImport;
  readonly neighbourPatients: PatientImport;
}

interface Prepared {
  readonly startedAt: number;
  readonly data: DataFolder;
  readonly people: People;
  readonly network: DemoNetwork;
  readonly artifacts: Artifacts | undefined;
}

async function readPeople(data: DataFolder): Promise<People> {
  const patientLines = (await Promise.all(data.patients.map(readNdjson))).flat();
  const prescriptionLines = (await Promise.all(data.prescriptions.map(readNdjson))).flat();
  const patients = patientLines.flatMap((line) => readPatient(line) ?? []);
  const prescriptions = prescriptionLines.flatMap((line) => readPrescription(line) ?? []);
  const lines = patientLines.length + prescriptionLines.length;
  return { patients, prescriptions, unreadable: lines - patients.length - prescriptions.length };
}

async function play(options: DemoOptions, prepared: Prepared): Promise<DemoReport> {
  const { network, people, data, artifacts } = prepared;
  const { progress } = options;
  const { service, peers } = network;
  const plans = await fillPlans(data, service, progress);
  const [reference, practices] = await Promise.all([
    fillReference({ data, service, peers, progress }),
    makePractices(network, withCards(people.patients, plans)),
  ]);
  const { patients } = practices;
  await network.store.analyzeReference();
  const setUpMs = performance.now() - prepared.startedAt;
  const sendingAt = performance.now();
  const sent = await sendOrders({
    ...options,
    network,
    ...practices,
    reference,
    people,
    asksCoverage: plans !== null,
  });
  const isSettled = await settle(network.store.query, progress);
  const orders = await sent.readOrders();
  const sendingMs = performance.now() - sendingAt;
  const judging = progress.phase('Checking the invariants', 1);
  const evidence = await gather(network, sent.seen);
  const findings = checkInvariants(evidence);
  judging.end(findings.every(({ violations }) => violations.length === 0) ? 'all hold' : 'BROKEN');
  const report = makeReport({
    options,
    store: network.store.kind,
    imports: reference.imports,
    people,
    patients,
    plans,
    integrated: reference.integrated,
    sent,
    orders,
    evidence,
    findings,
    isSettled,
    serviceWarnings: readWarnings(network.serviceLog),
    times: { setUpMs, sendingMs, totalMs: performance.now() - prepared.startedAt },
  });
  await artifacts?.write(report, { evidence, query: network.store.query, network });
  return report;
}

async function makePractices(
  { service, baseUrl }: DemoNetwork,
  people: readonly ReadPatient[],
): Promise<Practices> {
  const practice = await makeOrganization(service, baseUrl, {
    number: 1,
    name: 'Demo Practice',
    prescribers: DEMO_LIMITS.hosts,
  });
  const neighbour = await makeOrganization(service, baseUrl, {
    number: 2,
    name: 'Neighbour Practice',
    prescribers: 1,
  });
  const patients = await importPatients(service, practice.id, people);
  // The neighbour has some of the same people, so that their external ids exist twice.
  const shared = people.slice(0, DEMO_LIMITS.neighbourPatients);
  const neighbourPatients = await importPatients(service, neighbour.id, shared);
  return { practice, neighbour, patients, neighbourPatients };
}

/** What the check looks at, each from where it belongs: the pharmacies' file, the host's file, the store by its owner. */
async function gather(network: DemoNetwork, seen: readonly SeenIds[]): Promise<Evidence> {
  return {
    store: await readStore(network.store.query, network.dataKeys),
    arrivals: readLog(network.pharmacyLog),
    faxHandedOverAt: new Map(network.peers.faxes().map(({ faxId, receivedAt }) => [faxId, receivedAt])),
    acknowledgements: readAcknowledgements(network.acknowledgements),
    seen,
  };
}
