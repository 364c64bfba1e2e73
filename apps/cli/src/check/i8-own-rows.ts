// I8: no row of another organization is in any answer, judged by who owns each id that an answer held.
import type { Evidence, Finding, Violation } from './evidence.ts';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const IDS = new RegExp(`\\b[a-z]{2,4}_${ULID}\\b`, 'g');
const ORDER_NUMBERS = new RegExp(`(?<![_A-Z0-9])(${ULID})-\\d{1,3}(?:-\\d{1,3})?\\b`, 'g');

/** Every id in an answer's text; a PrescriberOrderNumber counts as its order's id. */
export function idsIn(text: string): string[] {
  return [
    ...(text.match(IDS) ?? []),
    ...[...text.matchAll(ORDER_NUMBERS)].map(([, ulid = '']) => `ord_${ulid}`),
  ];
}

export function checkOwnRows({ store, seen }: Evidence): Finding {
  const violations: Violation[] = [];
  let examined = 0;
  for (const { organizationId, ids } of seen) {
    examined += ids.size;
    for (const id of ids) {
      const owner = id.startsWith('org_') ? id : store.ownerOf.get(id);
      if (owner !== undefined && owner !== organizationId)
        violations.push({
          what: 'an answer held a row of another organization',
          ids: [organizationId, id],
        });
    }
  }
  return { invariant: 'I8', examined, violations };
}
