// Passkeys (WebAuthn): registration and proof, always with the person verified by their device.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

/** Read for the first passkey only: it is a seventh of what the service reads to start. */
const webauthn = () => import('@simplewebauthn/server');

type PasskeyTable = {
  account_id: string;
  id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  created_at: string;
  last_used_at: string | null;
};

type PasskeyTables = { passkey: PasskeyTable };

/** A passkey as the account's page shows it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** The site that passkeys belong to. */
export interface PasskeySite {
  readonly origin: string;
  /** Domain; null where the service is reached by an IP address, for which browsers make no passkeys. */
  readonly domain: string | null;
}

export function passkeySite(baseUrl: string): PasskeySite {
  const { origin, hostname } = new URL(baseUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return { origin, domain: isAddress ? null : hostname };
}

export async function selectPasskeys(tx: Tx, accountId: string): Promise<Passkey[]> {
  const rows = await selectRows(tx, accountId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

export async function removePasskey(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .withTables<PasskeyTables>()
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** What the browser needs to make a passkey; keep its `challenge` until the answer. */
export async function registrationOptions(
  tx: Tx,
  site: PasskeySite,
  account: { readonly id: string; readonly email: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  if (site.domain === null) throw new Error('passkeys need a domain');
  const rows = await selectRows(tx, account.id);
  const { generateRegistrationOptions } = await webauthn();
  return await generateRegistrationOptions({
    rpName: 'Pestle',
    rpID: site.domain,
    userName: account.email,
    userID: new Uint8Array(Buffer.from(account.id)),
    excludeCredentials: rows.map((row) => ({ id: row.id, transports: row.transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/** Keeps a new passkey; false when the browser's answer does not hold. */
export async function registerPasskey(
  tx: Tx,
  ports: Ports,
  site: PasskeySite,
  accountId: string,
  given: { readonly challenge: string; readonly response: unknown; readonly name: string },
): Promise<boolean> {
  if (site.domain === null) return false;
  const rows = await selectRows(tx, accountId);
  if (rows.length >= IDENTITY_LIMITS.passkeysMax) return false;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: given.response as RegistrationResponseJSON,
    expectedChallenge: given.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.domain,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return false;
  const { credential } = verified.registrationInfo;
  const result = await tx
    .withTables<{ passkey: Omit<PasskeyTable, 'last_used_at'> }>()
    .insertInto('passkey')
    .values({
      account_id: accountId,
      id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      name: given.name.slice(0, IDENTITY_LIMITS.passkeyNameCharactersMax),
      created_at: nowText(ports),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** What the browser needs to prove a passkey of this account; keep its `challenge` until the answer. */
export async function proofOptions(
  tx: Tx,
  site: PasskeySite,
  accountId: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (site.domain === null) throw new Error('passkeys need a domain');
  const rows = await selectRows(tx, accountId);
  const { generateAuthenticationOptions } = await webauthn();
  return await generateAuthenticationOptions({
    rpID: site.domain,
    allowCredentials: rows.map((row) => ({ id: row.id, transports: row.transports })),
    userVerification: 'required',
  });
}

/** True when the answer proves one of the account's passkeys for this challenge, and its counter went on. */
export async function provePasskey(
  tx: Tx,
  ports: Ports,
  site: PasskeySite,
  accountId: string,
  given: { readonly challenge: string; readonly response: unknown },
): Promise<boolean> {
  if (site.domain === null) return false;
  const response = given.response as AuthenticationResponseJSON | null;
  const rows = await selectRows(tx, accountId);
  const row = rows.find((candidate) => candidate.id === response?.id);
  if (row === undefined || response === null) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: given.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.domain,
    requireUserVerification: true,
    credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
  }).catch(() => null);
  if (verified?.verified !== true) return false;
  const { numUpdatedRows } = await tx
    .withTables<PasskeyTables>()
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: nowText(ports) })
    .where('account_id', '=', accountId)
    .where('id', '=', row.id)
    // Nobody was faster with an answer of the same counter, and the passkey was not removed meanwhile.
    .where('counter', '=', row.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function selectRows(tx: Tx, accountId: string): Promise<PasskeyTable[]> {
  return tx
    .withTables<PasskeyTables>()
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
