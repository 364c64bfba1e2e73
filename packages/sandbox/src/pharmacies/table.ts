// Owns the magic pharmacies as a table for the docs, so that the docs never say other than the data.
import { routeOf } from './routes/route.ts';
import type { SimulatedPharmacy } from './types.ts';

/** The table in Markdown: name and id, place, how it is reached, what it does, what to expect. */
export function magicTable(pharmacies: readonly SimulatedPharmacy[]): string {
  const rows = pharmacies.map(({ name, id, address, kind, integration, does, expect }) =>
    [
      `**${name}**<br>\`${id}\``,
      `${address.city}, ${address.state} ${address.postalCode}${kind === 'MAIL_ORDER' ? '<br>mail order' : ''}`,
      routeOf(integration),
      does,
      expect,
    ].join(' | '),
  );
  return [
    '| Pharmacy | Place | Reached by | What it does | What you will see |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}
