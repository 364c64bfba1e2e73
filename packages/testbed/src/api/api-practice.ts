// A practice of the sandbox at work over the API: who asks, and the steps from a draft to an order that is followed.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '@pestle/cli/sandbox/start';
import { applications, patients, users } from '@pestle/sandbox/seed';
import { startSeededSandbox } from '../sandbox/seeded-sandbox.ts';
import { type Ask, askWith, dataOf, signInMachine, signInPerson } from './api.ts';

const SCOPE =
  'openid read:patient write:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';

export interface Order {
  readonly id: string;
  readonly state: string;
  readonly fills: readonly {
    readonly id: string;
    readonly state: string;
    readonly channel: string | null;
    readonly fulfillment: {
      readonly type: string;
      readonly carrier: string | null;
      readonly trackingNumber: string | null;
    };
    readonly events: readonly { readonly number: number; readonly toState: string }[];
    readonly transmissions: readonly {
      readonly channel: string;
      readonly messageId: string;
      readonly state: string;
      readonly body: string | null;
      readonly attempts: readonly { readonly outcome: string | null }[];
    }[];
  }[];
  readonly routingHistory: readonly { readonly pharmacy: { readonly id: string } }[];
}

const ORDER = `id state routingHistory { pharmacy { id } }
  fills { id state channel fulfillment { type carrier trackingNumber } events { number toState }
    transmissions { channel messageId state body attempts { outcome } } }`;

export const CREATE_ORDER = `mutation($input: CreateOrderInput!) { createOrder(input: $input) { ${ORDER} } }`;

export const LISINOPRIL = {
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  daysSupply: 30,
  fillsAllowed: 4,
  instructions: 'Take 1 tablet by mouth once daily.',
};

export interface Practice {
  readonly sandbox: Sandbox;
  readonly prescriber: Ask;
  readonly staff: Ask;
  readonly machine: Ask;
  readonly treatmentId: (text: string) => Promise<string>;
  /** Lisinopril for the first patient, unless `input` says otherwise. */
  readonly createDraft: (ask?: Ask, input?: object) => Promise<{ id: string; revision: number }>;
  /** What the signer sends back. */
  readonly reviewed: (
    draftId: string,
    pharmacyId?: string,
  ) => Promise<{ draftId: string; contentHash: string }>;
  readonly send: (pharmacyId: string) => Promise<Order>;
  /** Reads the order until it satisfies the condition. */
  readonly until: (id: string, holds: (order: Order) => boolean) => Promise<Order>;
  readonly close: () => Promise<void>;
}

const PATIENCE_MS = 15_000;

export async function openPractice({ clinicPort }: { readonly clinicPort?: number } = {}): Promise<Practice> {
  const sandbox = await startSeededSandbox(clinicPort === undefined ? {} : { clinicPort });
  const { baseUrl } = sandbox;
  const person = async (role: string): Promise<Ask> => {
    const user = users.find((one) => one.role === role);
    assert.ok(user !== undefined);
    const { email, password } = user;
    const clientId = applications.public.id;
    return askWith(baseUrl, await signInPerson({ baseUrl, clientId, email, password, scope: SCOPE }));
  };
  const prescriber = await person('prescriber');
  const staff = await person('staff');
  const scope = 'read:order read:patient read:prescription read:pharmacy';
  const machine = askWith(baseUrl, await signInMachine(baseUrl, { ...applications.machine, scope }));

  const treatmentId: Practice['treatmentId'] = async (text) => {
    const { treatments } = dataOf(
      await prescriber<{ treatments: { hits: { nodes: { id: string }[] } } }>(
        'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id } } } }',
        { text },
      ),
    );
    const [found] = treatments.hits.nodes;
    assert.ok(found !== undefined, `no treatment ${text}`);
    return found.id;
  };
  const createDraft: Practice['createDraft'] = async (ask = prescriber, input = {}) => {
    const whole = {
      patientId: patients[0]?.externalId,
      treatmentId: await treatmentId('lisinopril 10 mg'),
      repeatReason: 'another of the same in one test practice',
      duplicateReason: 'another of the same in one test practice',
      ...LISINOPRIL,
      ...input,
    };
    const answer = await ask<{ createDraft: { id: string; revision: number } }>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision } }',
      { input: whole },
    );
    return dataOf(answer).createDraft;
  };
  const reviewed: Practice['reviewed'] = async (draftId, pharmacyId) => {
    const { reviewDrafts } = dataOf(
      await prescriber<{ reviewDrafts: { drafts: { contentHash: string | null; problems: object[] }[] } }>(
        `mutation($ids: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacyId) {
          drafts { contentHash problems { path code message severity } } } }`,
        { ids: [draftId], pharmacyId },
      ),
    );
    const [draft] = reviewDrafts.drafts;
    assert.ok(typeof draft?.contentHash === 'string', JSON.stringify(draft));
    return { draftId, contentHash: draft.contentHash };
  };
  return {
    sandbox,
    prescriber,
    staff,
    machine,
    treatmentId,
    createDraft,
    reviewed,
    send: async (pharmacyId) => {
      const draft = await createDraft();
      const input = { drafts: [await reviewed(draft.id, pharmacyId)], pharmacyId };
      return dataOf(await prescriber<{ createOrder: Order }>(CREATE_ORDER, { input })).createOrder;
    },
    until: async (id, holds) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const { order } = dataOf(
          await machine<{ order: Order }>(`query($id: ID!) { order(id: $id) { ${ORDER} } }`, { id }),
        );
        if (holds(order)) return order;
        assert.ok(Date.now() < deadline, `the order stayed as it is: ${JSON.stringify(order)}`);
        await sleep(50);
      }
    },
    close: () => sandbox.close(),
  };
}
