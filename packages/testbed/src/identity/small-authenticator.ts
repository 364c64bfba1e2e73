// A passkey in a few lines (WebAuthn level 2, ES256, attestation "none"), for what no browser does: the same answer several times.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SmallAuthenticator {
  /** The answer to a registration, as a browser's `credential.toJSON()` gives it. */
  register(options: { readonly challenge: string }): object;
  /** The answer to a request for proof. Its counter stays 0, as that of a passkey which lives on several devices. */
  prove(options: { readonly challenge: string }): object;
}

const USER_PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

export function smallAuthenticator(origin: string): SmallAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const domain = sha256(new URL(origin).hostname);
  const data = (flags: number, rest: Uint8Array = Buffer.alloc(0)): Buffer =>
    Buffer.concat([domain, Buffer.from([flags]), Buffer.alloc(4), rest]);
  const client = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Readonly<Record<string, Buffer>>): object => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });
  return {
    register: ({ challenge }) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // RFC 9052: key type EC2, algorithm ES256, curve P-256, and the point.
      const key = map([
        [1, number(2)],
        [3, number(-7)],
        [-1, number(1)],
        [-2, bytes(Buffer.from(x, 'base64url'))],
        [-3, bytes(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = data(USER_PRESENT_AND_VERIFIED | WITH_KEY, attested);
      const attestationObject = map([
        ['fmt', text('none')],
        ['attStmt', map([])],
        ['authData', bytes(authData)],
      ]);
      return answer({ clientDataJSON: client('webauthn.create', challenge), attestationObject });
    },
    prove: ({ challenge }) => {
      const clientDataJSON = client('webauthn.get', challenge);
      const authenticatorData = data(USER_PRESENT_AND_VERIFIED);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The head of a CBOR item (RFC 8949, 3): its type and its length or value, up to 16 bits. */
function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 0xff]);
}

const number = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly (readonly [string | number, Buffer])[]): Buffer =>
  Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === 'number' ? number(key) : text(key), value]),
  ]);
