// Owns who carries faxes and text messages, as the configuration says.
import type { Config } from '../config/config.ts';
import type { FaxCarrier, HandOvers, TextCarrier } from '../delivery/inside.ts';
import { FAX_CARRIERS, TEXT_CARRIERS } from '../delivery/inside.ts';
import { carrierHookUrl } from '../tracking/inside.ts';

/** The fax carrier that is chosen. Throws where there is none of its name, and where the words of faxes would go to somebody else than the machine of a sandbox. */
export function faxCarrierOf(
  { fax, deliveries, baseUrl: ownUrl }: Pick<Config, 'fax' | 'deliveries' | 'baseUrl'>,
  handOvers: HandOvers,
): FaxCarrier {
  if (fax === null) return noFaxCarrier;
  const { url, from: _from, carrier = 'http', simulated, ...rest } = fax;
  const kind = FAX_CARRIERS[carrier];
  if (kind === undefined) throw new Error(`FAX_CARRIER is one of ${Object.keys(FAX_CARRIERS).join(', ')}.`);
  const address = { ...rest, baseUrl: url, receiptUrl: carrierHookUrl(ownUrl, 'fax') };
  if (simulated === undefined) return kind.create(address, handOvers);
  if (deliveries !== 'loopback')
    throw new Error('The words of a fax go beside its page to the machine of a sandbox only.');
  return kind.create({ ...address, simulated }, handOvers);
}

/** The text carrier that is chosen. Throws where there is none of its name. */
export function textCarrierOf(
  { text, baseUrl: ownUrl }: Pick<Config, 'text' | 'baseUrl'>,
  handOvers: HandOvers,
): TextCarrier {
  if (text === null) return noTextCarrier;
  const { url, carrier = 'http', ...rest } = text;
  const kind = TEXT_CARRIERS[carrier];
  if (kind === undefined) throw new Error(`TEXT_CARRIER is one of ${Object.keys(TEXT_CARRIERS).join(', ')}.`);
  return kind.create({ ...rest, baseUrl: url, receiptUrl: carrierHookUrl(ownUrl, 'text') }, handOvers);
}

/** Without a carrier a fax certainly does not leave; its fill ends STUCK with this reason. */
const noFaxCarrier: FaxCarrier = {
  sendFax: async () => ({ state: 'failed', reason: 'no-carrier' }),
  close: async () => undefined,
};

const noTextCarrier: TextCarrier = {
  sendText: async () => ({ state: 'failed', reason: 'no-carrier' }),
  close: async () => undefined,
};
