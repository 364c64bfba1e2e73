// The table of text carriers by the names under which `TEXT_CARRIER` chooses them.
import type { CarrierKind } from './common/kind.ts';
import { isTelnyxKey, TELNYX_URL } from './common/telnyx.ts';
import type { TextCarrier, TextCarrierAddress } from './text/carrier.ts';
import { createHttpTextCarrier } from './text/http-carrier.ts';
import { createTelnyxTextCarrier } from './text/telnyx-text.ts';
import { createTwilioTextCarrier, TWILIO_URL } from './text/twilio-text.ts';

export const TEXT_CARRIERS: Readonly<Record<string, CarrierKind<TextCarrier, TextCarrierAddress>>> = {
  http: {
    create: createHttpTextCarrier,
    key: 'the bearer key',
    receiptKeys: { are: 'bearer keys by which it posts what patients write back', keyItself: true },
  },
  telnyx: {
    create: createTelnyxTextCarrier,
    url: TELNYX_URL,
    key: 'an API key of the account',
    from: 'a number of a messaging profile',
    receiptKeys: { are: "the account's public key, in base64", isOne: isTelnyxKey },
  },
  twilio: {
    create: createTwilioTextCarrier,
    url: TWILIO_URL,
    key: "the account's auth token",
    account: { is: 'the Account SID', example: 'AC followed by 32 characters', form: /^AC[0-9a-f]{32}$/ },
    from: 'a number of the account',
    receiptKeys: { are: 'auth tokens that sign callbacks', keyItself: true },
  },
};
