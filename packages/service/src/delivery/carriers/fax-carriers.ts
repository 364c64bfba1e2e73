// The table of fax carriers by the names under which `FAX_CARRIER` chooses them.
import type { CarrierKind } from './common/kind.ts';
import { isTelnyxKey, TELNYX_URL } from './common/telnyx.ts';
import type { FaxCarrier, FaxCarrierAddress } from './fax/carrier.ts';
import { createHttpFaxCarrier } from './fax/http-carrier.ts';
import { createSinchFaxCarrier, SINCH_FAX_URL } from './fax/sinch-fax.ts';
import { createSmtpFaxCarrier } from './fax/smtp-fax.ts';
import { createTelnyxFaxCarrier } from './fax/telnyx-fax.ts';

export const FAX_CARRIERS: Readonly<Record<string, CarrierKind<FaxCarrier, FaxCarrierAddress>>> = {
  http: { create: createHttpFaxCarrier, key: 'the bearer key' },
  telnyx: {
    create: createTelnyxFaxCarrier,
    url: TELNYX_URL,
    key: 'an API key of the account',
    account: {
      is: 'the id of the fax application',
      example: 'such as 1293384261075731499',
      form: /^[\w-]{1,64}$/,
    },
    receiptKeys: { are: "the account's public key, in base64", isOne: isTelnyxKey },
  },
  sinch: {
    create: createSinchFaxCarrier,
    url: SINCH_FAX_URL,
    key: 'the id and the secret of an access key, with a colon between them',
    account: { is: 'the id of the project', example: 'a UUID', form: /^[\w-]{1,64}$/ },
  },
  smtp: {
    create: createSmtpFaxCarrier,
    protocols: ['smtp:', 'smtps:'],
    key: 'user and password, with a colon between them',
    account: {
      is: "the gateway's form of an address, with NUMBER for the ten digits",
      example: 'such as 1NUMBER@fax.example.com',
      form: /^[^\s@]*NUMBER[^\s@]*@[A-Za-z0-9.-]+$/,
    },
    mailFrom: true,
  },
};
