// Owns how a pharmacy's route is named to people.
import type { SimulatedPharmacy } from '../types.ts';

/** How it is reached, in a few words. */
export function routeOf(integration: SimulatedPharmacy['integration']): string {
  if (integration === null) return 'Fax only';
  if (integration.channel === 'api') return 'Its own API';
  const script = integration.script;
  const form = script === undefined ? '' : ` ${script.version} ${script.form.toUpperCase()}`;
  return `SCRIPT${form}${integration.partnerId === undefined ? '' : ', through a partner'}`;
}
