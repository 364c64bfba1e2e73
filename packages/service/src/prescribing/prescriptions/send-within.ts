// W8: a prescription is sent within 72 hours of being written; what waited longer is signed anew.
import { PRESCRIBING_LIMITS } from '../limits.ts';

/** Until when prescriptions written at these moments (ISO 8601) may be sent together: milliseconds since 1970. */
export function sendUntil(writtenAt: readonly string[]): number {
  return Math.min(...writtenAt.map((at) => Date.parse(at))) + PRESCRIBING_LIMITS.sendWithinMs;
}
