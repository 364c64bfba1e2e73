// Owns the certificates of tests over TLS: an authority, a pharmacy and a service that it vouches for, and a stranger; and of endpoints that another authority vouches for, one of them in order, one expired in 2025, one for another host.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Endpoint = 'expired' | 'in-order' | 'other-host';

type CertificateFile =
  | 'authority.pem'
  | 'endpoints/authority.pem'
  | `endpoints/${Endpoint}.${'key' | 'pem'}`
  | 'pharmacy.key'
  | 'pharmacy.pem'
  | 'service.key'
  | 'service.pem'
  | 'stranger.key'
  | 'stranger.pem';

/** The text of one of them, as a TLS server or client takes it. */
export function certificate(name: CertificateFile): string {
  return readFileSync(certificatePath(name), 'utf8');
}

/** Where it lies, for a process of its own. */
export function certificatePath(name: CertificateFile): string {
  return fileURLToPath(new URL(`tls/${name}`, import.meta.url));
}

/** What a TLS server of an endpoint is given. */
export function endpointCertificate(name: Endpoint): { readonly cert: string; readonly key: string } {
  return { cert: certificate(`endpoints/${name}.pem`), key: certificate(`endpoints/${name}.key`) };
}
