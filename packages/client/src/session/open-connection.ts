// How a session reaches its service: finds it, opens what this browser keeps of the session, and hears the other tabs.
import { ClientError } from '../errors.ts';
import { discover } from '../requests/discovery.ts';
import { createTransport } from '../requests/transport.ts';
import { openChannel } from './channel.ts';
import type { ClientConfig } from './client-session.ts';
import { openKeyStore } from './key-store.ts';
import type { Connection } from './session-core.ts';
import { openTokens } from './tokens.ts';

/**
 * Opens everything that a session needs of its service. `otherTabChanged` is called when a person signed in or out in another tab.
 * Throws a `ClientError`: `CONFIGURATION` for a page that is not served over https, else what `discover` says.
 */
export async function openConnection(
  { apiUrl, devMode, clientId }: ClientConfig,
  otherTabChanged: (signedOut: boolean) => Promise<void>,
): Promise<Connection> {
  if (!isSecureContext)
    throw new ClientError('configuration', 'CONFIGURATION', 'This page must be served over https.');
  const deployment = await discover(apiUrl, devMode);
  const name = `pestle ${deployment.provider.issuer} ${clientId}`;
  const store = await openKeyStore(name);
  const channel = openChannel(name);
  const tokens = await openTokens({ name, deployment, clientId, store, channel });
  channel.listen(({ type }) => {
    if (type === 'signed-in' || type === 'signed-out') void otherTabChanged(type === 'signed-out');
  });
  return { deployment, store, channel, tokens, transport: createTransport(deployment, tokens) };
}
