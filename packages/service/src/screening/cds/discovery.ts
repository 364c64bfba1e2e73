// Asks a CDS Hooks service what it offers, and keeps those of its services that answer a prescription that is chosen or about to be signed.
import * as v from 'valibot';
import type { Exchange } from '../../kernel/outgoing/exchange.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { CdsService } from '../tables.ts';
import type { CdsKeys } from './proof.ts';
import { proofFor } from './proof.ts';

/** The hooks that are called. */
export const HOOKS = ['order-select', 'order-sign'] as const;

/** Where a service is, and how it is reached. */
export interface CdsAddress {
  readonly url: string;
  readonly timeoutMs: number;
  readonly privateNetwork: string | null;
}

const short = (max: number) => v.pipe(v.string(), v.maxLength(max));
const discovered = v.looseObject({
  services: v.pipe(
    v.array(
      v.looseObject({
        id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~-]{1,100}$/)),
        hook: short(100),
        title: v.exactOptional(short(200)),
        prefetch: v.exactOptional(v.record(short(100), short(1_000))),
      }),
    ),
    v.maxLength(200),
  ),
});

export type { CdsService };

export type Discovered =
  | { readonly ok: true; readonly services: readonly CdsService[] }
  | { readonly ok: false; readonly reason: string };

export async function discover(
  exchange: Exchange,
  address: CdsAddress,
  keys: CdsKeys,
  proof: { readonly issuer: string; readonly keySet: string; readonly nowMs: number },
): Promise<Discovered> {
  const url = `${address.url}/cds-services`;
  const result = await exchange.send({
    endpointKey: `cds ${address.url}`,
    url,
    method: 'GET',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${await proofFor(keys, { ...proof, audience: url })}`,
    },
    body: new Uint8Array(),
    timeoutMs: address.timeoutMs,
    ...(address.privateNetwork === null ? {} : { privateNetwork: address.privateNetwork }),
    answerBytesMax: LIMITS.serviceAnswerBytesMax,
  });
  if (!result.answered) return { ok: false, reason: `It did not answer (${result.reason}).` };
  if (result.status !== 200) return { ok: false, reason: `It answered with ${result.status}.` };
  const read = v.safeParse(discovered, result.truncated ? null : jsonIn(result.body));
  if (!read.success) return { ok: false, reason: 'Its answer is no list of CDS Hooks services.' };
  const services = read.output.services.flatMap(({ id, hook, title = null, prefetch = {} }) => {
    const known = HOOKS.find((one) => one === hook);
    return known === undefined ? [] : [{ id, hook: known, title, prefetch }];
  });
  if (services.length === 0) return { ok: false, reason: `It has no service for ${HOOKS.join(' or ')}.` };
  if (services.length > LIMITS.servicesMax)
    return {
      ok: false,
      reason: `It has more than ${LIMITS.servicesMax} services for ${HOOKS.join(' and ')}.`,
    };
  return { ok: true, services };
}

/** Null for what is no JSON. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}
