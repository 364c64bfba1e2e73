// The id of a request: the caller's own where it gives one, so that both sides' logs meet.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HTTP_LIMITS } from './limits.ts';

const ACCEPTED = new RegExp(`^[A-Za-z0-9._-]{8,${HTTP_LIMITS.requestIdCharactersMax}}$`);
/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** `X-Request-ID`, else the trace id of `traceparent`, else a new UUID. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && ACCEPTED.test(given)) return given;
  const { traceparent } = headers;
  const trace = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return trace !== undefined && /[^0]/.test(trace) ? trace : randomUUID();
}
