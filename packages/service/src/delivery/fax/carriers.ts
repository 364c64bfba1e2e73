// The table of fax carriers by the names under which `FAX_CARRIER` chooses them.
import type { FaxCarrier, FaxCarrierAddress } from './carrier.ts';
import { createHttpFaxCarrier } from './http-carrier.ts';

export const FAX_CARRIERS: Readonly<Record<string, (address: FaxCarrierAddress) => FaxCarrier>> = {
  http: createHttpFaxCarrier,
};
