// A practice of the sandbox at work over the API: who asks, and an order that is sent and followed.
import type { Sandbox } from '@pestle/cli/sandbox/start';
import { applications } from '@pestle/sandbox/seed';
import { eventually } from '../patience.ts';
import { startSeededSandbox } from '../sandbox/seeded-sandbox.ts';
import { type Ask, askWith, dataOf, signInMachine } from './api.ts';
import { createDraft, type ReviewedDraft, reviewDraft, signInUser, treatmentOf } from './prescriber.ts';

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

export interface Practice {
  readonly sandbox: Sandbox;
  readonly prescriber: Ask;
  readonly staff: Ask;
  readonly machine: Ask;
  readonly treatmentId: (text: string) => Promise<string>;
  /** Lisinopril for the first patient, unless `input` says otherwise. */
  readonly createDraft: (ask?: Ask, input?: object) => Promise<{ id: string; revision: number }>;
  /** What the signer sends back. */
  readonly reviewed: (draftId: string, pharmacyId?: string) => Promise<ReviewedDraft>;
  readonly send: (pharmacyId: string) => Promise<Order>;
  /** Reads the order until it satisfies the condition. */
  readonly until: (id: string, holds: (order: Order) => boolean) => Promise<Order>;
  readonly close: () => Promise<void>;
}

/** Why the same patient gets the same once more. */
const ANOTHER = 'another of the same in one test practice';

export async function openPractice({ clinicPort }: { readonly clinicPort?: number } = {}): Promise<Practice> {
  const sandbox = await startSeededSandbox(clinicPort === undefined ? {} : { clinicPort });
  const { baseUrl } = sandbox;
  const person = async (role: string): Promise<Ask> => askWith(baseUrl, await signInUser(baseUrl, role));
  const prescriber = await person('prescriber');
  const staff = await person('staff');
  const scope = 'read:order read:patient read:prescription read:pharmacy';
  const machine = askWith(baseUrl, await signInMachine(baseUrl, { ...applications.machine, scope }));

  const draftOf: Practice['createDraft'] = (ask = prescriber, input = {}) =>
    createDraft(ask, { repeatReason: ANOTHER, duplicateReason: ANOTHER, ...input });
  const reviewed: Practice['reviewed'] = (draftId, pharmacyId) =>
    reviewDraft(prescriber, draftId, pharmacyId);
  return {
    sandbox,
    prescriber,
    staff,
    machine,
    treatmentId: (text) => treatmentOf(prescriber, text),
    createDraft: draftOf,
    reviewed,
    send: async (pharmacyId) => {
      const draft = await draftOf();
      const input = { drafts: [await reviewed(draft.id, pharmacyId)], pharmacyId };
      return dataOf(await prescriber<{ createOrder: Order }>(CREATE_ORDER, { input })).createOrder;
    },
    until: async (id, holds) => {
      let order: Order | undefined;
      return await eventually(
        async () => {
          ({ order } = dataOf(
            await machine<{ order: Order }>(`query($id: ID!) { order(id: $id) { ${ORDER} } }`, { id }),
          ));
          return holds(order) ? order : undefined;
        },
        () => `the order stayed as it is: ${JSON.stringify(order)}`,
      );
    },
    close: () => sandbox.close(),
  };
}
