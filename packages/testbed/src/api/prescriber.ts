// What a prescriber of the sandbox's practice does over the API before anything is sent: signs in, finds a treatment, writes a draft, has it reviewed.
import { applications, patients, users } from '@pestle/sandbox/seed';
import { type Ask, dataOf, signInPerson } from './api.ts';

/** All that a person of the practice may ask for. */
const SCOPE =
  'openid read:patient write:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';

/** What a draft says of lisinopril. */
export const LISINOPRIL = {
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  daysSupply: 30,
  fillsAllowed: 4,
  instructions: 'Take 1 tablet by mouth once daily.',
};

const LISINOPRIL_NAME = 'lisinopril 10 mg oral tablet';

export interface ReviewedDraft {
  readonly draftId: string;
  readonly contentHash: string;
}

/** The access token of the seed's first person in a role. */
export async function signInUser(baseUrl: string, role = 'prescriber'): Promise<string> {
  const user = users.find((one) => one.role === role);
  if (user === undefined) throw new Error(`the seed has no ${role}`);
  const { email, password } = user;
  return await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope: SCOPE });
}

/** The first treatment that a text finds. */
export async function treatmentOf(ask: Ask, text = LISINOPRIL_NAME): Promise<string> {
  const { treatments } = dataOf(
    await ask<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id } } } }',
      { text },
    ),
  );
  const id = treatments.hits.nodes[0]?.id;
  if (id === undefined) throw new Error(`the seed has no ${text}`);
  return id;
}

/** Lisinopril for the seed's first patient, unless `input` says otherwise. */
export async function createDraft(ask: Ask, input: object = {}): Promise<{ id: string; revision: number }> {
  const answer = await ask<{ createDraft: { id: string; revision: number } }>(
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision } }',
    {
      input: {
        patientId: patients[0]?.id,
        treatmentId: await treatmentOf(ask),
        ...LISINOPRIL,
        ...input,
      },
    },
  );
  return dataOf(answer).createDraft;
}

/** What the signer sends back of a draft; it throws with the problems of one that cannot be signed. */
export async function reviewDraft(ask: Ask, draftId: string, pharmacyId?: string): Promise<ReviewedDraft> {
  const { reviewDrafts } = dataOf(
    await ask<{ reviewDrafts: { drafts: { contentHash: string | null; problems: object[] }[] } }>(
      `mutation($ids: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacyId) {
        drafts { contentHash problems { path code message severity } } } }`,
      { ids: [draftId], pharmacyId },
    ),
  );
  const [draft] = reviewDrafts.drafts;
  if (typeof draft?.contentHash !== 'string')
    throw new Error(`the draft cannot be signed: ${JSON.stringify(draft)}`);
  return { draftId, contentHash: draft.contentHash };
}
