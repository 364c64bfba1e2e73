// What pharmacies ask for what the patient may still choose a pharmacy for, where their lists say it.
import { isEnded } from '@pestle/rules/fill-status';
import { localTime } from '@pestle/rules/local-time';
import { pharmacyPrices } from '../../coverage/inside.ts';
import type { PharmacyRow } from '../../directory/inside.ts';
import type { OrderFacts, Prices } from './facts.ts';
import type { PatientLinkRow } from './links.ts';
import type { Pages } from './opened.ts';

export async function pricesAt(
  { store, ports }: Pages,
  link: PatientLinkRow,
  { lines, organization, order }: OrderFacts,
  pharmacies: readonly PharmacyRow[],
): Promise<Prices> {
  // Of what cannot be read no price is known, and so none of the whole.
  if (lines.some(({ content }) => content === null)) return new Map();
  // Equipment is given over in no quantity that a list could name; what was canceled or dispensed costs nothing any more.
  const drugs = lines
    .filter(({ fill }) => order.pharmacy_id === null || !isEnded(fill.state))
    .flatMap(({ content }) => content ?? [])
    .map(({ treatment, dispenseQuantity, dispenseUnit }) => ({
      rxcui: treatment.rxcui,
      quantity: dispenseQuantity,
      unitCode: dispenseUnit.code,
    }));
  const today = localTime(organization.time_zone, ports.clock.now()).date;
  const ids = pharmacies.map(({ id }) => id);
  return await store.withOrg(link.org_id, (tx) => pharmacyPrices(tx, ids, drugs, today));
}
