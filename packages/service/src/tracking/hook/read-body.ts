// Step 1 of a hook: takes a request with the right method and type, and no more bytes and time than the limits allow.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/errors.ts';
import { TRACKING_LIMITS } from '../limits.ts';

export interface BodyRules {
  /** Media types without parameters, lower case. */
  readonly types: readonly string[];
  /** The reader of the body judges its encoding by the bytes as well. Else it must be called UTF-8, or nothing. */
  readonly anyCharset?: boolean;
  readonly bytesMax: number;
  readonly timeoutMs: number;
}

export const HOOK_BODY: Omit<BodyRules, 'types'> = {
  bytesMax: TRACKING_LIMITS.hookBodyBytesMax,
  timeoutMs: TRACKING_LIMITS.hookBodyTimeoutMs,
};

/** Throws METHOD_NOT_ALLOWED (405) for anything but POST. */
export function requirePost(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'POST') return;
  reply.header('allow', 'POST');
  throw new Failure('METHOD_NOT_ALLOWED', 'Send a POST request to this address.');
}

/** Throws UNSUPPORTED_MEDIA_TYPE (415) for another type, another charset than UTF-8, or a compressed body. */
export function requireType(
  request: FastifyRequest,
  { types, anyCharset = false }: Pick<BodyRules, 'types' | 'anyCharset'>,
): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  const encoding = request.headers['content-encoding'];
  if (
    types.includes(type) &&
    (anyCharset || charset === undefined || /^"?utf-?8"?$/.test(charset)) &&
    (encoding === undefined || encoding === 'identity')
  )
    return;
  throw new Failure(
    'UNSUPPORTED_MEDIA_TYPE',
    `Send the body as ${types.join(' or ')}, in UTF-8 and not compressed.`,
  );
}

/** The body. Throws PAYLOAD_TOO_LARGE (413) or REQUEST_TIMEOUT (408); the connection ends then, as its rest is not read. */
export async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: BodyRules,
): Promise<Buffer> {
  requirePost(request, reply);
  requireType(request, rules);
  try {
    if (Number(request.headers['content-length'] ?? 0) > rules.bytesMax) throw tooLarge(rules);
    return await collect(request.raw, rules);
  } catch (error) {
    reply.header('connection', 'close');
    throw error;
  }
}

function collect(raw: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      raw.removeListener('data', onData).removeListener('end', onEnd).removeListener('close', onLost);
      settle();
    };
    const refuse = (failure: Failure): void => {
      raw.pause();
      end(() => reject(failure));
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > rules.bytesMax) refuse(tooLarge(rules));
      else chunks.push(chunk);
    };
    const onEnd = (): void => end(() => resolve(Buffer.concat(chunks)));
    // Nobody is there to read it; the request only must not wait forever.
    const onLost = (): void => refuse(new Failure('MALFORMED', 'The connection ended within the body.'));
    const timer = setTimeout(() => {
      refuse(
        new Failure(
          'REQUEST_TIMEOUT',
          `The body took longer than ${rules.timeoutMs / 1000} seconds to arrive.`,
        ),
      );
    }, rules.timeoutMs);
    raw.on('data', onData).once('end', onEnd).once('close', onLost).on('error', ignore);
  });
}

/** A broken connection also closes, which is answered above. */
function ignore(): void {}

function tooLarge({ bytesMax }: BodyRules): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', `The body may have at most ${bytesMax} bytes.`);
}
