// Faxes through the Sinch Fax API, version 3. Built from its documents, not exercised.
//
// https://developers.sinch.com/docs/fax/api-reference/fax: `POST /projects/{project}/faxes` with the pages in base64, HTTP Basic
// (`key id:key secret`). There is no idempotency key: our id goes along as a label, comes back with the fax, and a hand-over without
// an answer is looked for by it in the list of faxes to that number. The carrier calls once (`maxRetries: 0`): our own schedule
// repeats. Its callbacks are not signed and may carry the pages, so that none is asked for: the fax is asked about until it ends.
// PDF, at most 20 MB; numbers in E.164; the sender is a number of the project.
import * as v from 'valibot';
import { CARRIER_LIMITS } from '../../limits.ts';
import type { CarrierAnswer } from '../common/conversation.ts';
import { basic, codeOf, createConversation, e164, jsonOf } from '../common/conversation.ts';
import type { HandOvers } from '../common/hand-overs.ts';
import { refusal } from '../common/refusal.ts';
import type { FaxCarrier, FaxCarrierAddress } from './carrier.ts';
import type { FaxProvider, FaxStep } from './provider.ts';
import { createProviderFaxCarrier } from './provider.ts';

export const SINCH_FAX_URL = 'https://fax.api.sinch.com/v3';

/** The name of the label that carries our id. */
const LABEL = 'pestle';

const faxSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  status: v.optional(v.string()),
  labels: v.nullish(v.record(v.string(), v.unknown())),
  errorType: v.nullish(v.string()),
  errorMessage: v.nullish(v.string()),
  errorCode: v.nullish(v.union([v.number(), v.string()])),
});
type SinchFax = v.InferOutput<typeof faxSchema>;
const many = v.object({ faxes: v.array(faxSchema) });

export function createSinchFaxCarrier(address: FaxCarrierAddress, handOvers: HandOvers): FaxCarrier {
  const { baseUrl, key, account = '' } = address;
  const conversation = createConversation();
  const faxes = `${baseUrl}/projects/${encodeURIComponent(account)}/faxes`;
  const headers = { authorization: basic(key), accept: 'application/json' };
  const provider: FaxProvider = {
    name: 'sinch',
    submit: async (fax, signal) => {
      const answer = await conversation.ask(
        {
          url: faxes,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            to: e164(fax.to),
            from: e164(fax.from),
            files: [{ file: Buffer.from(fax.document).toString('base64'), fileType: 'PDF' }],
            labels: { [LABEL]: fax.faxId },
            maxRetries: 0,
          }),
        },
        signal,
      );
      return isTaken(answer) ? stepOfAnswer(answer) : refusal(answer.status);
    },
    find: async (fax, _handedAtMs, signal) => {
      // Without a time the list is that of the last week.
      const query = new URLSearchParams({
        to: e164(fax.to),
        direction: 'OUTBOUND',
        pageSize: String(CARRIER_LIMITS.listedMax),
      });
      const answer = await conversation.ask(
        { url: `${faxes}?${query.toString()}`, method: 'GET', headers },
        signal,
      );
      const read = v.safeParse(many, jsonOf(answer.text));
      if (!isTaken(answer) || !read.success) throw new Error('the list of faxes cannot be read');
      const found = read.output.faxes.find(({ labels }) => labels?.[LABEL] === fax.faxId);
      return found === undefined ? undefined : stepOf(found);
    },
    ask: async (carrierId, signal) => {
      const url = `${faxes}/${encodeURIComponent(carrierId)}`;
      const answer = await conversation.ask({ url, method: 'GET', headers }, signal);
      // What it was asked for is on its way there, whatever hinders the question.
      return isTaken(answer) ? stepOfAnswer(answer) : { state: 'sending', carrierId };
    },
  };
  return createProviderFaxCarrier(provider, { handOvers, conversation, now: Date.now });
}

const isTaken = ({ status }: CarrierAnswer): boolean => status >= 200 && status <= 299;

/** For one number a list is answered; here there is one number, and either form is taken. */
function stepOfAnswer({ text }: CarrierAnswer): FaxStep {
  const json = jsonOf(text);
  const read = v.safeParse(faxSchema, Array.isArray(json) ? json[0] : json);
  return read.success ? stepOf(read.output) : { state: 'unknown', reason: 'carrier-answer-unreadable' };
}

function stepOf({ id, status, errorType, errorMessage, errorCode }: SinchFax): FaxStep {
  if (status === 'COMPLETED') return { state: 'delivered' };
  if (status !== 'FAILURE') return { state: 'sending', carrierId: id };
  const reason = codeOf(errorMessage ?? `error ${errorCode ?? errorType ?? ''}`);
  // Pages that cannot be converted cannot be the next time.
  return {
    state: 'failed',
    reason,
    ...(errorType === 'DOCUMENT_CONVERSION_ERROR' ? { forGood: true } : {}),
  };
}
