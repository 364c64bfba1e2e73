// The part of the configuration that says where alerts are sent.
import * as v from 'valibot';
import type { Reader } from './reader.ts';

export interface AlertConfig {
  readonly url: string;
  /** Signs each alert: `whsec_` and base64. */
  readonly secret: string;
}

/** Reads this part; problems go to the reader. */
export function alertsOf({ one, problem }: Pick<Reader, 'one' | 'problem'>): AlertConfig | null {
  const url = one('ALERT_URL', v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//)));
  if (url === undefined) return null;
  const secret = one('ALERT_KEY', v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)));
  if (secret === undefined) problem('ALERT_KEY is missing: alerts to ALERT_URL are signed with it.');
  return { url, secret: secret ?? '' };
}
