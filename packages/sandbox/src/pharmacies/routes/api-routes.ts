// Owns the proprietary API of a simulated pharmacy (its own words for everything) and the simulated OAuth2 server.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOREIGN_ID_CHARACTERS_MAX } from '../../limits.ts';
import type { Arrived } from '../decide.ts';
import type { Arriving } from '../network.ts';
import type { Rendered, SpokenAnswer } from '../perform.ts';
import { challengeOf, isAuthorized } from './authorize.ts';
import { bytesOf, type EndpointOptions, notFound } from './script-routes.ts';

/**
 * `POST /pharmacies/:pharmacyId/api/orders` takes `{reference, submissionId, drug: {text}, …}` and answers 201 `{result: "QUEUED"}`;
 * `POST …/api/cancellations` takes `{reference, submissionId, cancels}` and answers 202 `{result: "CANCELLED" | "TOO_LATE"}`. A
 * repeated submission is 409 `{problem: "ALREADY_HERE"}`.
 */
export function apiRoutes(app: FastifyInstance, options: EndpointOptions): void {
  for (const [path, kind] of [
    ['orders', 'NewRx'],
    ['cancellations', 'CancelRx'],
  ] as const) {
    app.post<{ Params: { pharmacyId: string } }>(`/pharmacies/:pharmacyId/api/${path}`, (request, reply) =>
      answer(options, request, reply, kind),
    );
  }
  app.post('/oauth2/token', (request, reply) => issueToken(options, request, reply));
}

function answer(
  options: EndpointOptions,
  request: FastifyRequest<{ Params: { pharmacyId: string } }>,
  reply: FastifyReply,
  kind: Arrived['kind'],
): Promise<unknown> | FastifyReply {
  const player = options.network.byId(request.params.pharmacyId);
  if (player === undefined) return notFound(reply);
  const bytes = bytesOf(request);
  const read = readSubmission(bytes, kind);
  const refusal = isAuthorized(player.wants, request.headers, options.issuer)
    ? read.refusal
    : json(401, { problem: 'KEY_UNKNOWN' }, { 'www-authenticate': challengeOf(player.wants) });
  const decision = options.network.receive({
    player,
    channel: 'api',
    arrived: read.arrived,
    bytes,
    ...(refusal && { refusal }),
  });
  const reference = read.arrived?.prescriberOrderNumber ?? null;
  return options.performer.perform(reply, decision, (spoken) => renderApi(spoken, reference));
}

type Submission = { readonly arrived: Arrived | null; readonly refusal: Arriving['refusal'] };

function readSubmission(bytes: Buffer, kind: Arrived['kind']): Submission {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { arrived: null, refusal: json(400, { problem: 'NOT_JSON' }) };
  }
  const reference = textAt(value, 'reference');
  const submissionId = textAt(value, 'submissionId');
  const missing: string[] = [];
  if (reference === null) missing.push('reference');
  if (submissionId === null) missing.push('submissionId');
  if (kind === 'NewRx' && typeof memberOf(memberOf(value, 'drug'), 'text') !== 'string')
    missing.push('drug.text');
  const refusal = missing.length > 0 ? json(422, { problem: 'FIELDS_MISSING', fields: missing }) : undefined;
  if (submissionId === null) return { arrived: null, refusal };
  const relatesToMessageId = textAt(value, 'cancels');
  return {
    arrived: { kind, messageId: submissionId, prescriberOrderNumber: reference, relatesToMessageId },
    refusal,
  };
}

function renderApi(answer: SpokenAnswer, reference: string | null): Rendered {
  const contentType = 'application/json; charset=utf-8';
  const say = (status: number, body: object): Rendered => ({
    status,
    contentType,
    body: JSON.stringify({ ...body, reference }),
  });
  switch (answer.is) {
    case 'status':
      return say(201, { result: 'QUEUED' });
    case 'cancel-response':
      return say(202, { result: answer.approved ? 'CANCELLED' : 'TOO_LATE', remark: answer.text });
    case 'duplicate':
      return say(409, { problem: 'ALREADY_HERE' });
    case 'error':
      return say(answer.descriptionCode === '220' ? 409 : 422, {
        problem: answer.descriptionCode === '220' ? 'ID_CLASH' : 'REFUSED',
        remark: answer.description,
      });
    default:
      return answer satisfies never;
  }
}

function issueToken(options: EndpointOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = new URLSearchParams(bytesOf(request).toString('utf8'));
  const [idOfHeader, secretOfHeader] = basicOf(request.headers.authorization);
  const clientId = idOfHeader ?? form.get('client_id') ?? '';
  const clientSecret = secretOfHeader ?? form.get('client_secret') ?? '';
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (form.get('grant_type') !== 'client_credentials')
    return reply.code(400).send(JSON.stringify({ error: 'unsupported_grant_type' }));
  const issued = options.issuer.issue(clientId, clientSecret);
  if (issued === null) return reply.code(401).send(JSON.stringify({ error: 'invalid_client' }));
  return reply.send(
    JSON.stringify({ access_token: issued.token, token_type: 'Bearer', expires_in: issued.seconds }),
  );
}

/** Client id and secret of a Basic header, each form-encoded as OAuth2 has it (RFC 6749, 2.3.1). */
function basicOf(authorization: string | undefined): [string | undefined, string | undefined] {
  if (authorization?.startsWith('Basic ') !== true) return [undefined, undefined];
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return [undefined, undefined];
  try {
    return [decodeURIComponent(pair.slice(0, colon)), decodeURIComponent(pair.slice(colon + 1))];
  } catch {
    return [undefined, undefined];
  }
}

function json(
  status: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
): NonNullable<Arriving['refusal']> {
  return {
    behaviour: status === 401 ? 'wrong-credentials' : 'unreadable',
    answer: {
      is: 'http',
      status,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(body),
      ...(headers && { headers }),
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function textAt(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  if (typeof member !== 'string' || member === '' || member.length > FOREIGN_ID_CHARACTERS_MAX) return null;
  return member;
}
