// Asks the token endpoint of the public server within this process, so that no network has to lead from the console to the public address.
import type { FastifyInstance } from 'fastify';
import type { TokenExchange } from './provider.ts';

export function exchangeWithin(app: FastifyInstance, issuer: string): TokenExchange {
  const { pathname, host } = new URL(`${issuer}/token`);
  return async (form) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: pathname,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    return { status: statusCode, body };
  };
}
