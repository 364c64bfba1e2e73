// A pharmacy in the private network of this machine, where production may deliver to: nothing leaves for loopback there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isPrivateRange } from '@pestle/service/for-tests/kernel';
import { type SmallPharmacy, smallPharmacy } from '@pestle/testbed/network/small-pharmacy';

const rangeOf = (address: string): string => `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** An address of this machine in a private network; undefined where it has none. */
export function privateAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.find(({ address, internal }) => !internal && isPrivateRange(rangeOf(address)))?.address;
}

export interface Neighbor extends SmallPharmacy {
  readonly url: string;
  /** The range in which it lives. */
  readonly range: string;
}

/** It writes the authority of its certificate, which is itself, into `authorityFile`. */
export async function openNeighbor(key: string, folder: string, authorityFile: string): Promise<Neighbor> {
  const address = privateAddress();
  assert.ok(address !== undefined);
  const keyFile = join(folder, 'pharmacy.key');
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=pharmacy`;
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...request.split(' '),
      '-addext',
      `subjectAltName=IP:${address}`,
      '-keyout',
      keyFile,
      '-out',
      authorityFile,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const tls = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(authorityFile, 'utf8') };
  const pharmacy = smallPharmacy(key, tls);
  await new Promise<void>((resolve) => pharmacy.server.listen(0, address, resolve));
  const { port } = pharmacy.server.address() as AddressInfo;
  const host = isIP(address) === 6 ? `[${address}]` : address;
  return { ...pharmacy, url: `https://${host}:${port}/script`, range: rangeOf(address) };
}
