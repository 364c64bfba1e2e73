// Owns the certificates of tests over TLS: an authority, a pharmacy and a service that it vouches for, and a stranger.
import { readFileSync } from 'node:fs';

type CertificateFile =
  | 'authority.pem'
  | 'pharmacy.key'
  | 'pharmacy.pem'
  | 'service.key'
  | 'service.pem'
  | 'stranger.key'
  | 'stranger.pem';

/** The text of one of them, as a TLS server or client takes it. */
export function certificate(name: CertificateFile): string {
  return readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');
}
