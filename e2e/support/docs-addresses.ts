// This machine's addresses in the place of those that the guide for production names.

import { freePort } from '@pestle/testbed/network/free-port';
import type { PostgresServer } from '@pestle/testbed/stores/postgres-server';

export interface Here {
  readonly adapt: (text: string, folder: string) => string;
  /** Where the service of the guide listens. */
  readonly port: number;
}

export async function hereInsteadOf(server: PostgresServer): Promise<Here> {
  const superuser = new URL(server.ownerUrl('postgres'));
  const [port, adminPort] = [await freePort(), await freePort()];
  return {
    port,
    adapt: (text, folder) =>
      text
        .replaceAll('postgres@db.example.com', `${superuser.username}@db.example.com`)
        .replaceAll('db.example.com', superuser.host)
        .replaceAll('/etc/pestle', folder)
        .replaceAll(/\b8080\b/g, String(port))
        .replaceAll(/\b9090\b/g, String(adminPort)),
  };
}
