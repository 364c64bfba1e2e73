// How the endpoint is reached: by which protocol, and with which certificate.
import { connect } from 'node:tls';
import type { NetworkPolicy } from '../../kernel/outgoing/network-policy.ts';
import { guardedLookup } from '../../kernel/outgoing/network-policy.ts';
import { CONFORMANCE_LIMITS } from '../limits.ts';
import type { Case, CaseResult } from './case.ts';
import { failed, passed, warned } from './case.ts';

const DAY_MS = 86_400_000;

/** The case needs the policy of the run, because it opens a connection of its own. */
export function connectionCase(policy: NetworkPolicy): Case {
  return {
    id: 'connection',
    title: 'Encrypted connection',
    expected:
      'HTTPS with TLS 1.2 or newer, and a certificate that is valid for the host name and not about to end.',
    run: async ({ session }) => {
      const { endpoint, timeoutMs } = session.subject;
      const url = new URL(endpoint.url);
      if (url.protocol !== 'https:')
        return warned(
          'The address is plain HTTP.',
          'Prescriptions are sent by HTTPS only; plain HTTP works on the same machine, for a first try.',
        );
      return await lookAt(url, policy, {
        timeoutMs,
        nowMs: session.ports.clock.now(),
        privateNetwork: endpoint.privateNetwork,
        tls:
          endpoint.auth.kind === 'mtls'
            ? {
                cert: endpoint.auth.certificatePem,
                key: endpoint.auth.privateKeyPem,
                ca: endpoint.auth.authorityPem,
              }
            : {},
      });
    },
  };
}

function adviceFor(code: string | undefined, host: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate is for another name than ${host}: show one that names it, or say the address by which you are really reached.`;
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate has ended: renew it.';
  return 'The host must be reachable, speak TLS 1.2 or newer, and show a certificate for its name from a public authority, with its intermediates.';
}

interface Look {
  readonly timeoutMs: number;
  readonly nowMs: number;
  readonly privateNetwork: string | undefined;
  readonly tls: { readonly cert?: string; readonly key?: string; readonly ca?: string | undefined };
}

function lookAt(
  url: URL,
  policy: NetworkPolicy,
  { timeoutMs, nowMs, privateNetwork, tls }: Look,
): Promise<CaseResult> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      lookup: guardedLookup(policy, privateNetwork),
      timeout: timeoutMs,
      minVersion: 'TLSv1.2',
      ...(tls.cert === undefined ? {} : { cert: tls.cert }),
      ...(tls.key === undefined ? {} : { key: tls.key }),
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    });
    const end = (result: CaseResult): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until - nowMs) / DAY_MS);
      const words = `${socket.getProtocol() ?? 'TLS'}, certificate valid for ${days} more days.`;
      if (days >= CONFORMANCE_LIMITS.certificateDaysMin) end(passed(words));
      else end(warned(words, 'Renew the certificate before it ends: then nothing can be delivered.'));
    });
    socket.once('timeout', () =>
      end(failed(`No connection within ${timeoutMs / 1000} s.`, 'Check address, port and firewall.')),
    );
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(failed(`No encrypted connection (${error.code ?? 'unknown'}).`, adviceFor(error.code, host))),
    );
  });
}
