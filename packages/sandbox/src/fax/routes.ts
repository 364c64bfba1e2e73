// Owns the fax machine's HTTP interface.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FAX_MACHINE_KEY } from '../credentials.ts';
import { FAX_BYTES_MAX, FOREIGN_ID_CHARACTERS_MAX } from '../limits.ts';
import { isAuthorized } from '../pharmacies/routes/authorize.ts';
import { bytesOf } from '../pharmacies/routes/script-routes.ts';
import { tenDigits } from '../phone/phone.ts';
import type { FaxMachine } from './machine.ts';
import type { FaxRecord } from './records.ts';

type Named = { Params: { faxId: string } };

/**
 * `PUT /fax/v1/faxes/:faxId` with the PDF as body, headers `fax-to` and `fax-from`, and the machine's bearer key: 202 with the state. A
 * header `fax-text` brings the words of the page, which this machine cannot read off it: a JSON array of lines in base64url.
 * The same id and pages again give the state, and call once more where the fax had failed; other pages under a used id are refused
 * (409). `GET /fax/v1/faxes/:faxId` gives the state.
 */
export function faxRoutes(app: FastifyInstance, machine: FaxMachine): void {
  app.put<Named>('/fax/v1/faxes/:faxId', { bodyLimit: FAX_BYTES_MAX }, (request, reply) => {
    if (!isAuthorized({ kind: 'bearer', token: FAX_MACHINE_KEY }, request.headers, null))
      return refuse(reply, 401, 'The bearer key of the fax machine is missing or wrong.');
    const { faxId } = request.params;
    if (faxId.length > FOREIGN_ID_CHARACTERS_MAX || !/^[\w.-]+$/.test(faxId))
      return refuse(
        reply,
        422,
        `A fax id has 1 to ${FOREIGN_ID_CHARACTERS_MAX} letters, digits, ".", "_" or "-".`,
      );
    if (request.headers['content-type']?.startsWith('application/pdf') !== true)
      return refuse(reply, 415, 'Send the fax as application/pdf.');
    const to = tenDigits(String(request.headers['fax-to'] ?? ''));
    const from = tenDigits(String(request.headers['fax-from'] ?? ''));
    if (to === null || from === null)
      return refuse(reply, 422, 'The headers fax-to and fax-from must be numbers of ten digits.');
    const lines = linesOf(request.headers['fax-text']);
    if (lines === null)
      return refuse(reply, 422, 'The header fax-text must be a JSON array of lines in base64url.');
    const pdf = bytesOf(request);
    if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-')
      return refuse(reply, 422, 'The body is not a PDF.');
    const taken = machine.send({ faxId, to, from, pdf, lines });
    if (taken.is === 'clash')
      return refuse(reply, 409, 'Other pages, or another number, were sent under this fax id.');
    return reply
      .code(202)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(stateOf(taken.fax)));
  });
  app.get<Named>('/fax/v1/faxes/:faxId', (request, reply) => {
    if (!isAuthorized({ kind: 'bearer', token: FAX_MACHINE_KEY }, request.headers, null))
      return refuse(reply, 401, 'The bearer key of the fax machine is missing or wrong.');
    const fax = machine.find(request.params.faxId);
    if (fax === undefined) return refuse(reply, 404, 'No fax has this id.');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(stateOf(fax)));
  });
}

/** The words beside a page: none without the header, null when it cannot be read. */
function linesOf(header: string | string[] | undefined): string[] | null {
  if (header === undefined) return [];
  try {
    const lines: unknown = JSON.parse(Buffer.from(String(header), 'base64url').toString('utf8'));
    return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines : null;
  } catch {
    return null;
  }
}

function stateOf(fax: FaxRecord): object {
  return { fax_id: fax.faxId, state: fax.state, ...(fax.reason !== null && { reason: fax.reason }) };
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ error }));
}
