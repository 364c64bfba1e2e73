// Writes what has left as CSV for whoever calls the pharmacies: cells as RFC 4180 has them, no patient and no drug.
import type { RecalledFill, RecalledPage } from './export.ts';

export const EXPORT_COLUMNS = [
  'pharmacy_id',
  'pharmacy_name',
  'pharmacy_phone',
  'pharmacy_ncpdp_id',
  'prescriber_order_numbers',
  'message_ids',
  'order_id',
  'fill_id',
  'state',
  'has_left',
  'on_hold',
  'since_preview',
  'organization_id',
] as const;

/** The lines of a page; only what has left unless `all`. */
export function csvLines({ fills }: RecalledPage, all: boolean): readonly string[] {
  return fills.filter(({ hasLeft }) => all || hasLeft).map(csvLine);
}

function csvLine(fill: RecalledFill): string {
  return [
    fill.pharmacyId,
    fill.pharmacyName,
    fill.pharmacyPhone,
    fill.pharmacyNcpdpId,
    fill.prescriberOrderNumbers.join(' '),
    fill.messageIds.join(' '),
    fill.orderId,
    fill.fillId,
    fill.state,
    fill.hasLeft,
    fill.isHeld,
    fill.isSincePreview,
    fill.organizationId,
  ]
    .map((value) => cell(value === null ? '' : String(value)))
    .join(',');
}

/** A name that a spreadsheet would take for a formula is text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
