// Owns who carries faxes and text messages, as the configuration says.
import type { Config } from './config/config.ts';
import type { FaxCarrier, TextCarrier } from './delivery/inside.ts';
import { createHttpTextCarrier, FAX_CARRIERS } from './delivery/inside.ts';

/** The fax carrier that is chosen. Throws where there is none of its name, and where the words of faxes would go to somebody else than the machine of a sandbox. */
export function faxCarrierOf({ fax, deliveries }: Pick<Config, 'fax' | 'deliveries'>): FaxCarrier {
  if (fax === null) return noFaxCarrier;
  const { url: baseUrl, key, simulated, carrier = 'http' } = fax;
  const create = FAX_CARRIERS[carrier];
  if (create === undefined) throw new Error(`FAX_CARRIER is one of ${Object.keys(FAX_CARRIERS).join(', ')}.`);
  if (simulated === undefined) return create({ baseUrl, key });
  if (deliveries !== 'loopback')
    throw new Error('The words of a fax go beside its page to the machine of a sandbox only.');
  return create({ baseUrl, key, simulated });
}

export function textCarrierOf({ text }: Pick<Config, 'text'>): TextCarrier {
  return text === null ? noTextCarrier : createHttpTextCarrier(text);
}

/** Without a carrier a fax certainly does not leave; its fill ends STUCK with this reason. */
const noFaxCarrier: FaxCarrier = {
  sendFax: async () => ({ state: 'failed', reason: 'no-carrier' }),
  close: async () => undefined,
};

const noTextCarrier: TextCarrier = { sendText: async () => false };
