// Owns the SCRIPT endpoints of the simulated pharmacies and network partners.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports.ts';
import { firstFinding, type Incoming, readIncoming, renderAnswer } from '../messages.ts';
import type { Arriving, Network } from '../network.ts';
import type { Performer } from '../perform.ts';
import type { Player } from '../player.ts';
import type { SimulatedPartner } from '../types.ts';
import { challengeOf, isAuthorized, type TokenIssuer } from './authorize.ts';

/** What the endpoints need. */
export type EndpointOptions = {
  readonly network: Network;
  readonly partners: readonly SimulatedPartner[];
  readonly performer: Performer;
  readonly issuer: TokenIssuer;
  readonly clock: Clock;
};

/**
 * `POST /pharmacies/:pharmacyId/script` and `POST /partners/:partnerId/script`. A pharmacy reads one version and form; a partner finds
 * the pharmacy by the message's `To`.
 */
export function scriptRoutes(app: FastifyInstance, options: EndpointOptions): void {
  const { network, partners } = options;
  app.post<{ Params: { pharmacyId: string } }>('/pharmacies/:pharmacyId/script', (request, reply) => {
    const player = network.byId(request.params.pharmacyId);
    if (player === undefined) return notFound(reply);
    const incoming = readIncoming(bytesOf(request), player.version);
    return answer(options, request, reply, { player, incoming, channel: 'script' });
  });
  // Where the redirecting pharmacy points to: whoever follows it is seen in the log.
  app.post<{ Params: { pharmacyId: string } }>('/pharmacies/:pharmacyId/script-moved', (request, reply) => {
    const player = network.byId(request.params.pharmacyId);
    if (player === undefined) return notFound(reply);
    const moved: Player = { ...player, behaviour: 'accepts' };
    const incoming = readIncoming(bytesOf(request), player.version);
    return answer(options, request, reply, { player: moved, incoming, channel: 'script' });
  });
  app.post<{ Params: { partnerId: string } }>('/partners/:partnerId/script', (request, reply) => {
    const partner = partners.find((candidate) => candidate.id === request.params.partnerId);
    if (partner === undefined) return notFound(reply);
    const incoming = readIncoming(bytesOf(request), '2017071');
    const player = incoming.to === null ? undefined : network.byNcpdpId(incoming.to);
    return answer(options, request, reply, {
      player: player === undefined ? strangerAt(partner) : { ...player, wants: partner.endpoint.auth },
      incoming,
      channel: 'partner',
      partnerId: partner.id,
      known: player !== undefined,
    });
  });
}

type Call = {
  readonly player: Player;
  readonly incoming: Incoming;
  readonly channel: 'script' | 'partner';
  readonly partnerId?: string;
  readonly known?: boolean;
};

function answer(
  options: EndpointOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
): Promise<unknown> {
  const { player, incoming, channel, partnerId } = call;
  const refusal = refusalOf(options, request, call);
  const decision = options.network.receive({
    player,
    channel,
    arrived: incoming.arrived,
    bytes: bytesOf(request),
    ...(partnerId !== undefined && { partnerId }),
    ...(refusal && { refusal }),
  });
  const render = (spoken: Parameters<typeof renderAnswer>[0]['answer']) =>
    renderAnswer({ answer: spoken, player, incoming, nowMs: options.clock.now() });
  return options.performer.perform(reply, decision, render);
}

function refusalOf(options: EndpointOptions, request: FastifyRequest, call: Call): Arriving['refusal'] {
  const { player, incoming, channel } = call;
  if (!isAuthorized(player.wants, request.headers, options.issuer)) {
    return {
      behaviour: 'wrong-credentials',
      answer: {
        is: 'http',
        status: 401,
        headers: { 'www-authenticate': challengeOf(player.wants) },
        contentType: 'text/plain; charset=utf-8',
        body: 'Unauthorized\n',
      },
    };
  }
  if (incoming.arrived === null) return scriptError('unreadable', '500', incoming.problem);
  if (call.known === false)
    return scriptError('not-for-us', '1000', 'No pharmacy of this network has the NCPDP id in Header/To.');
  if (channel === 'script' && incoming.to !== player.ncpdpId)
    return scriptError('not-for-us', '2000', 'Header/To is not our NCPDP id.');
  if (incoming.form !== player.form)
    return scriptError('wrong-form', '3000', `This endpoint reads ${player.form.toUpperCase()} only.`);
  if (incoming.version !== null && incoming.version !== player.version)
    return scriptError('wrong-version', '3000', `This endpoint reads SCRIPT ${player.version} only.`);
  const finding = firstFinding(bytesOf(request), player);
  return finding === null ? undefined : scriptError('not-to-standard', '3000', finding);
}

function scriptError(
  behaviour: string,
  descriptionCode: string,
  description: string,
): NonNullable<Arriving['refusal']> {
  return { behaviour, answer: { is: 'error', code: '900', descriptionCode, description } };
}

/** A pharmacy nobody knows, so that the message is logged and refused like any other. */
function strangerAt(partner: SimulatedPartner): Player {
  return {
    pharmacyId: partner.id,
    name: partner.name,
    ncpdpId: '0000000',
    fax: null,
    wants: partner.endpoint.auth,
    version: '2017071',
    form: 'xml',
    cancelContent: 'reduced',
    behaviour: 'accepts-for-others',
    duplicates: 'same-answer',
    cancels: 'status-only',
    faxLine: 'delivers',
    routine: null,
    hookCredential: null,
  };
}

/** The exact bytes of a request's body; empty when there is none. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The answer to an address that nobody lives at. */
export function notFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .send('There is no such endpoint in the sandbox.\n');
}
