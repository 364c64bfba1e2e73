// An OpenID issuer in a few lines, for what a well-behaved one never does: its ID tokens say what a test wants them to.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface SmallIssuer {
  readonly issuer: string;
  /** The address that the browser comes back with after it was sent to `url`; the next ID token holds `claims`. */
  answer(url: string, claims: Readonly<Record<string, unknown>>): string;
  /** What the latest authorization request asked for. */
  asked(): URLSearchParams;
  close(): Promise<void>;
}

export async function openSmallIssuer(): Promise<SmallIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  let asked = new URLSearchParams();
  let claims: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const send = (body: unknown): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (request.url === '/jwks') return send({ keys: [jwk] });
    if (request.url !== '/token')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
      });
    new SignJWT({ nonce: asked.get('nonce'), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(asked.get('client_id') ?? '')
      .setIssuedAt()
      .setExpirationTime('1 min')
      .sign(privateKey)
      .then((idToken) => send({ access_token: 'none', token_type: 'Bearer', id_token: idToken }))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    answer: (url, next) => {
      asked = new URL(url).searchParams;
      claims = next;
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'any');
      back.searchParams.set('state', asked.get('state') ?? '');
      return back.href;
    },
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
