// Owns the patient's phone: it takes text messages over HTTP and keeps them to be read.
import type { FastifyInstance } from 'fastify';
import { PHONE_KEY } from '../credentials.ts';
import { FOREIGN_ID_CHARACTERS_MAX, TEXT_CHARACTERS_MAX, TEXTS_KEPT_MAX } from '../limits.ts';
import { forgetOldest } from '../oldest.ts';
import { isAuthorized } from '../pharmacies/routes/authorize.ts';
import { bytesOf } from '../pharmacies/routes/script-routes.ts';
import type { Clock } from '../ports.ts';

/** A text message on the phone. */
export type TextMessage = {
  readonly messageId: string;
  /** Ten digits. */
  readonly to: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
};

/** The phones of all patients, newest message last. */
export interface Phone {
  readonly texts: () => readonly TextMessage[];
}

/**
 * `POST /phone/v1/messages` with `{message_id, to, text}` and the phone's bearer key: 202 `{message_id, state: "delivered"}`. The same
 * `message_id` again changes nothing; with another text or number it is refused with 409.
 */
export function phoneRoutes(
  app: FastifyInstance,
  options: { readonly clock: Clock; readonly onText: (text: TextMessage) => void },
): Phone {
  const messages = new Map<string, TextMessage>();
  app.post('/phone/v1/messages', (request, reply) => {
    reply.type('application/json; charset=utf-8');
    const say = (status: number, body: object) => reply.code(status).send(JSON.stringify(body));
    if (!isAuthorized({ kind: 'bearer', token: PHONE_KEY }, request.headers, null))
      return say(401, { error: 'The bearer key of the phone is missing or wrong.' });
    const read = readMessage(bytesOf(request).toString('utf8'));
    if (typeof read === 'string') return say(422, { error: read });
    const known = messages.get(read.messageId);
    if (known !== undefined && (known.to !== read.to || known.text !== read.text))
      return say(409, { error: 'Another message was sent under this message_id.' });
    if (known === undefined) {
      const text = { ...read, receivedAt: new Date(options.clock.now()).toISOString() };
      messages.set(read.messageId, text);
      forgetOldest(messages, TEXTS_KEPT_MAX);
      options.onText(text);
    }
    return say(202, { message_id: read.messageId, state: 'delivered' });
  });
  return { texts: () => [...messages.values()] };
}

function readMessage(body: string): Omit<TextMessage, 'receivedAt'> | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'The body must be a JSON object with message_id, to and text.';
  }
  const { message_id: messageId, to, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof messageId !== 'string' || messageId === '' || messageId.length > FOREIGN_ID_CHARACTERS_MAX)
    return `message_id must be a text of 1 to ${FOREIGN_ID_CHARACTERS_MAX} characters.`;
  const number = typeof to === 'string' ? tenDigits(to) : null;
  if (number === null) return 'to must be a phone number of ten digits.';
  if (typeof text !== 'string' || text === '' || text.length > TEXT_CHARACTERS_MAX)
    return `text must have 1 to ${TEXT_CHARACTERS_MAX} characters.`;
  return { messageId, to: number, text };
}

/** The ten digits of a US number in any usual writing, or null. */
export function tenDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? digits : null;
}
