// Owns how the moment of something is said in the pending order.
import { formatDate } from '@pestle/rules/dates';
import type { Text } from '../../text/text.ts';

/** A day as everywhere, and the time of day here. */
export function momentText(atMs: number, { kit, order }: Text): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString(kit.language, { hour: 'numeric', minute: '2-digit' });
  return order.onAt(formatDate(at.toLocaleDateString('sv')), time);
}
