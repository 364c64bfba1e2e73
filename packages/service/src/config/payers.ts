// The part of the configuration that names the payers that are asked in real time.
import * as v from 'valibot';
import { type PayerSettings, readPayerSettings } from '../coverage/inside.ts';
import type { Reader } from './reader.ts';

/** Reads this part; problems go to the reader. */
export function payersOf(
  { one, problem }: Pick<Reader, 'one' | 'problem'>,
  deliveries: 'public' | 'loopback',
): readonly PayerSettings[] {
  const text = one('PAYERS', v.string());
  if (text === undefined) return [];
  const read = readPayerSettings(text);
  if ('problems' in read) {
    for (const said of read.problems) problem(`PAYERS is not usable: ${said}.`);
    return [];
  }
  if (deliveries === 'public')
    for (const [index, { url, auth }] of read.payers.entries())
      for (const address of [url, ...(auth.kind === 'oauth2' ? [auth.tokenUrl] : [])])
        if (!address.startsWith('https://'))
          problem(`PAYERS is not usable: [${index}] must be asked by https.`);
  return read.payers;
}
