// Owns how a strength may be written by hand: a number with its unit (pure).
import { spelledUnits } from './strength.ts';

const STRENGTH =
  /^(?:0|[1-9]\d{0,5}(?:,\d{3})?)(?:\.\d{1,4})? ?(?:%|(?:mg|mcg|g|mL|units|mEq|mmol)(?:\/(?:\d{1,4}(?:\.\d{1,2})? ?)?(?:mL|mg|g|L|hour|actuation))?)$/;

/** A strength in one spelling: `10%` and `10 %`, `5MG/ML` and `5 mg/mL`. Undefined where it is none. */
export function writtenStrength(text: string): string | undefined {
  const spelled = spelledUnits(text.trim().replaceAll(/\s+/g, ' ')).replace(/ ?%$/, '%');
  if (!STRENGTH.test(spelled) || Number.parseFloat(spelled.replaceAll(',', '')) === 0) return undefined;
  return spelled;
}
