// `pestle try`: sends one order in the running sandbox as an integrator would, step by step over the API, and says each step.
import { FILL_EVENTS } from '@pestle/rules/fill-events';
import { formatMedicationLine, type MedicationName } from '@pestle/rules/medication-line';
import { orderName } from '@pestle/rules/order-number';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { patients, users } from '@pestle/sandbox/seed';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, say, styled } from '../output.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError, createApiClient } from './api-client.ts';
import { signIn } from './sign-in.ts';

export interface TryOptions extends JsonOption {
  readonly baseUrl: string;
  /** Part of a pharmacy's name, or its id. */
  readonly pharmacy: string;
  /** Words of a treatment. */
  readonly treatment: string;
  /** An order to cancel instead. */
  readonly cancel?: string;
}

const SCOPE =
  'openid read:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';

/** Throws CommandError when no sandbox answers or it refuses. */
export async function tryOrder(options: TryOptions, application: { id: string }): Promise<void> {
  const prescriber = users.find(({ role }) => role === 'prescriber');
  const [patient] = patients;
  if (prescriber === undefined || patient === undefined)
    throw new Error('the seed has no prescriber or patient');
  try {
    const token = await signIn(
      {
        baseUrl: options.baseUrl,
        clientId: application.id,
        redirectUri: `${options.baseUrl}/callback`,
        scope: SCOPE,
      },
      prescriber,
    );
    step(options, `Signed in as ${prescriber.firstName} ${prescriber.lastName} (code + PKCE).`);
    const api = createApiClient(options.baseUrl, async () => token);
    if (options.cancel === undefined) await sendOrder(api, options, patient.id);
    else await cancelOrder(api, options, options.cancel);
  } catch (error) {
    if (error instanceof ApiError)
      throw new CommandError(`The service answered ${error.code}: ${error.message}`);
    if (error instanceof TypeError)
      throw new CommandError(`No sandbox answers at ${options.baseUrl}. Start one with: npm start`);
    throw error;
  }
}

async function sendOrder(api: ApiClient, options: TryOptions, patientId: string): Promise<void> {
  const pharmacy = await findPharmacy(api, options.pharmacy);
  const treatment = await findTreatment(api, options.treatment);
  const { createDraft: draft } = await api.ask<{ createDraft: { id: string } }>(
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
    {
      input: {
        patientId,
        treatmentId: treatment.id,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        fillsAllowed: 1,
        instructions: 'Take 1 tablet by mouth once daily.',
        // A second order of the same drug in the sandbox is a repetition somebody must have meant.
        duplicateReason: 'Tried with "pestle try"',
      },
    },
  );
  step(options, `Wrote a draft: ${formatMedicationLine(treatment).text.replaceAll('\u00a0', ' ')}.`);
  const { reviewDrafts: review } = await api.ask<{ reviewDrafts: Review }>(
    `mutation($ids: [ID!]!, $pharmacy: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacy) {
      drafts { draftId contentHash problems { path message severity } } } }`,
    { ids: [draft.id], pharmacy: pharmacy.id },
  );
  const [reviewed] = review.drafts;
  const error = reviewed?.problems.find(({ severity }) => severity === 'ERROR');
  if (reviewed?.contentHash === undefined || reviewed.contentHash === null)
    throw new CommandError(
      `The review found something to mend. ${error?.path ?? ''}: ${error?.message ?? ''}`,
    );
  step(options, `Reviewed it; the content's hash is ${reviewed.contentHash.slice(0, 12)}…`);
  const { createOrder: order } = await api.ask<{ createOrder: { id: string; number: string | null } }>(
    'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id number } }',
    {
      input: {
        drafts: [{ draftId: draft.id, contentHash: reviewed.contentHash }],
        pharmacyId: pharmacy.id,
      },
    },
  );
  // Whether it has arrived is not known yet.
  answer(
    options,
    {
      order: order.id,
      number: order.number,
      pharmacy,
      treatment: { id: treatment.id, name: treatment.name },
    },
    [
      `Signed, on its way to ${pharmacy.name}: ${styled('bold', orderName(order))} (${order.id}). Watch it in the control room.`,
    ],
  );
}

/** For people, who watch it; a program gets the outcome alone. */
function step({ json = false }: JsonOption, line: string): void {
  if (!json) say(line);
}

interface Review {
  readonly drafts: readonly {
    readonly contentHash: string | null;
    readonly problems: readonly {
      readonly path: string;
      readonly message: string;
      readonly severity: string;
    }[];
  }[];
}

async function findPharmacy(api: ApiClient, text: string): Promise<{ id: string; name: string }> {
  if (text.startsWith('phr_')) {
    const { pharmacy } = await api.ask<{ pharmacy: { id: string; name: string } }>(
      'query($id: ID!) { pharmacy(id: $id) { id name } }',
      { id: text },
    );
    return pharmacy;
  }
  const { pharmacies } = await api.ask<{
    pharmacies: { nodes: { pharmacy: { id: string; name: string } }[] };
  }>('query($text: String) { pharmacies(text: $text, first: 1) { nodes { pharmacy { id name } } } }', {
    text,
  });
  const [hit] = pharmacies.nodes;
  if (hit === undefined) throw new CommandError(`No pharmacy of the sandbox is named like "${text}".`);
  return hit.pharmacy;
}

interface Treatment extends MedicationName {
  readonly id: string;
  readonly name: string;
}

async function findTreatment(api: ApiClient, text: string): Promise<Treatment> {
  const { treatments } = await api.ask<{ treatments: { hits: { nodes: Treatment[] } } }>(
    'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id name ingredients brandName strength doseForm } } } }',
    { text },
  );
  const [hit] = treatments.hits.nodes;
  if (hit === undefined) throw new CommandError(`No treatment of the sandbox is named like "${text}".`);
  return hit;
}

async function cancelOrder(api: ApiClient, options: JsonOption, orderId: string): Promise<void> {
  const { cancelOrder: canceled } = await api.ask<{
    cancelOrder: { results: { outcome: string; message: string | null }[] };
  }>('mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { results { outcome message } } }', {
    input: { orderId },
  });
  const { results } = canceled;
  answer(
    options,
    { order: orderId, results },
    results.map(
      ({ outcome, message }) => `${OUTCOMES[outcome] ?? outcome}${message === null ? '' : `: ${message}`}`,
    ),
  );
}

/** What the answer to a cancel means. */
const OUTCOMES: Readonly<Record<string, string>> = {
  CANCELED: `${PRACTICE_EN.canceled.word}: it never left`,
  CANCEL_SENT: FILL_EVENTS['cancel-requested'],
  CANCEL_NOT_SENT: PRACTICE_EN['cancel-not-sent'].word,
  REFUSED: 'Not canceled',
};
