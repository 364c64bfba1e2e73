// What an endpoint must refuse: strangers, and what is no message.

import type { Endpoint } from '../../directory/inside.ts';
import { PLAIN } from '../prescriptions.ts';
import { describe } from './answers.ts';
import type { Case } from './case.ts';
import { failed, passed, skipped, warned } from './case.ts';

const WRONG = 'conformance-wrong-credential';

/** The same kind of proof with another secret; undefined where none is asked for. */
export function wrongProof(auth: Endpoint['auth']): Endpoint['auth'] | undefined {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'bearer':
      return { ...auth, token: WRONG };
    case 'basic':
      return { ...auth, password: WRONG };
    case 'apiKey':
      return { ...auth, value: WRONG };
    case 'oauth2':
      return { ...auth, clientSecret: WRONG };
    case 'mtls':
      return { kind: 'none' };
    default:
      throw new Error(`unknown credentials ${JSON.stringify(auth satisfies never)}`);
  }
}

export const REFUSAL_CASES: readonly Case[] = [
  {
    id: 'wrong-credentials',
    title: 'A prescription from somebody you do not know',
    expected:
      'HTTP 401 or 403 (or no connection where a certificate is asked for), and nothing on your screen.',
    needs: 'plain',
    run: async ({ session }) => {
      const auth = wrongProof(session.subject.endpoint.auth);
      if (auth === undefined)
        return warned(
          'The endpoint asks for no credentials.',
          'Anybody who knows the address can send you prescriptions: ask for a bearer key, a client certificate or OAuth2.',
        );
      const message = await session.write(PLAIN);
      const seen = await session.send(message, { auth });
      const words = describe(seen, session.subject.timeoutMs);
      const { outcome, httpStatus, reason } = seen.sent;
      if (outcome === 'ACCEPTED')
        return failed(
          `${words} The credentials were wrong.`,
          `Look for MessageID ${message.messageId} and delete it; then check credentials before you read a message.`,
        );
      if (httpStatus === 401 || httpStatus === 403 || reason === 'no-access-token') return passed(words);
      if (httpStatus === null)
        return session.subject.endpoint.auth.kind === 'mtls' ? passed(words) : skipped(words);
      return warned(
        words,
        'Answer 401: senders then know that a key is wrong, and tell their operators at once.',
      );
    },
  },
  {
    id: 'unreadable',
    title: 'Bytes that are no message',
    expected: 'A refusal: Error 900, or HTTP 400 or 422. A broken message that counts as taken is lost.',
    needs: 'plain',
    run: async ({ session }) => {
      const message = await session.write(PLAIN);
      const half = message.body.subarray(0, Math.floor(message.body.byteLength / 2));
      const seen = await session.send(message, { body: half });
      const words = describe(seen, session.subject.timeoutMs);
      if (seen.sent.outcome === 'ACCEPTED')
        return failed(
          `${words} It was cut in half.`,
          'Read the whole message before you answer, and answer what cannot be read with Error 900.',
        );
      if (seen.sent.outcome === 'REJECTED') return passed(words);
      return warned(words, 'Answer Error 900, HTTP 400 or HTTP 422: anything else is tried again and again.');
    },
  },
];
