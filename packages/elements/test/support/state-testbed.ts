// The workflow's state over the real rooms, without a browser: sessions of real people whose answers can be lost, late or refused.
import assert from 'node:assert/strict';
import type { Session } from '@pestle/client';
import { ClientError } from '@pestle/client';
import { persistedDocuments } from '@pestle/service/for-tests/graphql';
import type { Actor } from '@pestle/service/for-tests/kernel';
import { schema } from '@pestle/service/graphql';
import { Failure } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { LISINOPRIL, METFORMIN } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { graphql } from 'graphql';
import { sql } from 'kysely';
import { jsonReaders } from '../../src/attributes/json-readers.ts';
import type { RawAttributes } from '../../src/attributes/workflow-attributes.ts';
import { readWorkflowConfig } from '../../src/attributes/workflow-config.ts';
import type { Pick } from '../../src/records.ts';
import type { StateDeps } from '../../src/workflow/state/scope.ts';
import { WorkflowState } from '../../src/workflow/state/workflow-state.ts';

/** What happens to one request: `before` never arrives, `after` is done and its answer lost; both look the same from the page. */
export type Fault = 'none' | 'before' | 'after' | 'server' | 'timeout' | 'signed-out' | 'step-up';

export interface Call {
  readonly operation: string;
  readonly key: string | undefined;
  readonly variables: unknown;
}

/** A page's session: what was sent, and what is to go wrong. */
export interface TestSession extends Session {
  readonly calls: Call[];
  /** Asked before each request; a promise holds it back. */
  fault: (call: Call) => Fault | Promise<Fault>;
  /** The browser's: what a page keeps there, the next finds. */
  readonly storage: ReturnType<StateDeps['storage']>;
  /** How often `proveAgain` was asked, and what it answers. */
  proof: { asked: number; answer: boolean };
}

/** A treatment that holds metformin and another ingredient. */
export const COMBINED = 'trt_01TEST0000000000000000000Z';

export interface StateTestbed {
  readonly graph: GraphTestbed;
  readonly store: Store;
  session(actor?: Actor): Promise<TestSession>;
  /** A new patient's id. */
  patient(over?: object): Promise<string>;
  close(): Promise<void>;
}

const texts = persistedDocuments();

export async function openStateTestbed(): Promise<StateTestbed> {
  const store = await openTestStore();
  const graph = await openGraphTestbed(store, 'Riverside');
  await store.asKeeper((tx) =>
    sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, federal_status, federal_as_of,
      drug_description, search_name, search_words) values (${COMBINED}, 'MEDICATION', 'glipizide / metformin',
      '{glipizide,metformin}', '5 mg / 500 mg', 'Oral Tablet', 'C48542', 'uncontrolled', '2026-01-01', 'glipizide / metformin',
      'glipizide', 'glipizide')`.execute(tx),
  );
  let patients = 0;
  return {
    graph,
    store,
    session: async (actor = graph.a.as('prescriber')) => await sessionOf(graph, actor),
    patient: async (over = {}) => {
      patients += 1;
      const input = {
        firstName: 'Ann',
        lastName: `Quimby ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[patients % 26]}`,
        dateOfBirth: '1980-02-29',
        sex: 'FEMALE',
        phone: '6175550100',
        address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
        ...over,
      };
      const { createPatient } = await graph.data<{ createPatient: { id: string } }>(
        graph.a.everything,
        'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
        { input },
      );
      return createPatient.id;
    },
    close: async () => {
      await graph.close();
      await store.close();
    },
  };
}

async function sessionOf(graph: GraphTestbed, actor: Actor): Promise<TestSession> {
  const calls: Call[] = [];
  let serial = 0;
  const run = async (
    id: string,
    variables: unknown,
    key: string | undefined,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const source = texts.get(id);
    assert.ok(source !== undefined, 'the service knows every document that is sent');
    const operation = /(?:query|mutation) (\w+)/.exec(source)?.[1] ?? '';
    const call = { operation, key, variables: structuredClone(variables) };
    calls.push(call);
    const fault = await session.fault(call);
    signal?.throwIfAborted();
    if (fault === 'before') throw new ClientError('offline', 'OFFLINE', 'The service cannot be reached.');
    if (fault === 'signed-out') throw new ClientError('session', 'SIGNED_OUT', 'The session has ended.');
    if (fault === 'step-up')
      throw new ClientError('session', 'STEP_UP_REQUIRED', 'Prove who you are.', {
        stepUp: { maxAgeSeconds: 300 },
      });
    serial += 1;
    const result = await graphql({
      schema,
      source,
      variableValues: structuredClone(variables) as Record<string, unknown>,
      contextValue: {
        actor,
        rooms: graph.rooms,
        idempotencyKey: key ?? `read-${serial}`,
        requestId: `state-${serial}`,
        ip: '127.0.0.1',
      },
    });
    if (fault === 'after') throw new ClientError('offline', 'OFFLINE', 'The service cannot be reached.');
    if (fault === 'server')
      throw new ClientError('server', 'SERVER', 'The answer of the service cannot be read.');
    if (fault === 'timeout')
      throw new ClientError('timeout', 'TIMEOUT', 'The service did not answer in time.');
    signal?.throwIfAborted();
    const [error] = result.errors ?? [];
    if (error === undefined) return JSON.parse(JSON.stringify(result.data)) as unknown;
    if (!(error.originalError instanceof Failure)) throw error;
    const { code, message } = error.originalError;
    throw new ClientError('api', code, message);
  };
  const kept = new Map<string, string>();
  const session: TestSession = {
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    calls,
    fault: () => 'none',
    proof: { asked: 0, answer: true },
    state: 'ready',
    me: undefined,
    organization: undefined,
    problem: undefined,
    apiUrl: 'http://127.0.0.1',
    subscribe: () => () => undefined,
    query: async (document, variables, options) =>
      (await run(document.id, variables, undefined, options?.signal)) as never,
    mutate: async (document, variables, { key, signal }) =>
      (await run(document.id, variables, key, signal)) as never,
    ahead: () => undefined,
    aheadOfWorkflow: () => undefined,
    live: () => Promise.reject(new Error('no stream here')),
    signIn: () => Promise.resolve(true),
    signOut: () => Promise.resolve(),
    proveAgain: () => {
      session.proof.asked += 1;
      return Promise.resolve(session.proof.answer);
    },
  };
  const { Me } = await import('@pestle/client/documents/people');
  const { me, organization } = await session.query(Me, {});
  Object.assign(session, { me, organization });
  calls.length = 0;
  return session;
}

/** One page's workflow: its state, the events it fired, and what the page may change. */
export interface TestPage {
  readonly state: WorkflowState;
  readonly events: { readonly name: string; readonly detail: Readonly<Record<string, unknown>> }[];
  /** Changes attributes, as a page does. */
  set(attributes: RawAttributes): Promise<void>;
  /** The page's own veto. */
  veto: (() => string | null | Promise<string | null>) | null;
  /** Whether the page is seen. */
  visible: boolean;
  /** What waits is let go at once instead of in time, as often as this counts. */
  clock: { now: number; waits: number[] };
}

/** Opens a workflow as the element does; `start` resolves when prefills are made. */
export async function openPage(
  session: TestSession,
  patientId: string | null,
  attributes: RawAttributes = {},
): Promise<TestPage> {
  let raw = attributes;
  const page: TestPage = {
    events: [],
    veto: null,
    visible: true,
    clock: { now: Date.now(), waits: [] },
    set: async (change) => {
      raw = { ...raw, ...change };
      await page.state.configured();
    },
    state: new WorkflowState(
      {
        session,
        config: () => readWorkflowConfig(raw, jsonReaders).config,
        emit: (name, detail) => page.events.push({ name, detail: structuredClone(detail) }),
        now: () => page.clock.now,
        wait: async (ms) => {
          page.clock.waits.push(ms);
          page.clock.now += ms;
          await new Promise(setImmediate);
        },
        visible: () => page.visible,
        storage: () => session.storage,
        owner: () => ({ beforeSubmit: () => page.veto?.() }),
      },
      patientId,
    ),
  };
  await page.state.start();
  return page;
}

/** A gesture that the browser vouches for, or one that a script made. */
export const gesture = (isTrusted = true): Event => ({ isTrusted }) as Event;

/** Something from the search. */
export const picked = (id: string = LISINOPRIL, over: object = {}): Pick => ({
  kind: 'treatment',
  treatment: {
    id,
    kind: 'MEDICATION',
    name: 'lisinopril 10 mg oral tablet',
    brandName: null,
    ingredients: ['lisinopril'],
    strength: '10 mg',
    doseForm: 'Oral Tablet',
    written: false,
    route: 'oral',
    dispenseUnit: 'Tablet',
    therapeuticClass: null,
    inCatalog: false,
    prescribable: true,
    reason: null,
    reasonCode: null,
    ...over,
  },
});

/** Fills and submits the form. */
export async function addTyped(page: TestPage, treatmentId: string = LISINOPRIL): Promise<string> {
  const { form } = page.state;
  assert.ok(form.pick(picked(treatmentId)));
  form.set({
    dispenseQuantity: '30',
    daysSupply: '30',
    instructions: 'Take one tablet by mouth once daily.',
  });
  let outcome = await form.submit();
  if (outcome.done === 'asks') {
    form.set({ duplicateReason: 'Dose change' });
    outcome = await form.submit();
  }
  if (outcome.done !== 'refused') return outcome.draft.id;
  throw new assert.AssertionError({ message: JSON.stringify([form.problems, form.error?.message]) });
}

/** An entry of `initial-prescriptions`. */
export const initial = (treatmentId: string, over: object = {}): object => ({
  treatmentId,
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  fillsAllowed: 1,
  daysSupply: 30,
  instructions: 'Take one tablet by mouth once daily.',
  ...over,
});

/** A prescription of metformin that was signed and not sent; its id. */
export async function prescription(testbed: StateTestbed, patientId: string): Promise<string> {
  const page = await openPage(await testbed.session(), patientId);
  await addTyped(page, METFORMIN);
  assert.ok(await page.state.review.open());
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const id = page.state.review.submission.sent?.prescriptions[0]?.id ?? '';
  page.state.dispose();
  return id;
}

/** Waits for something that happens by itself. */
export async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 10_000; round += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail(`did not happen: ${holds.toString()}`);
}
