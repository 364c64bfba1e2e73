// Owns the reading of `disable-list`: a safety attribute, so that what cannot be read blocks prescribing (E4).
import { ATTRIBUTE_LIMITS } from './limits.ts';
import type { Report } from './problems.ts';
import { object, type Reader, text } from './shapes.ts';
import { isAbsent, readJson } from './values.ts';

/** Treatment id to the reason that a prescriber reads; null without one. */
export type DisableList = ReadonlyMap<string, string | null>;

const reason = text(ATTRIBUTE_LIMITS.reasonCharactersMax, true);
const idList: Reader<readonly string[]> = (value, path, report) => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== ''))
    return value.map((one: string) => one.trim());
  report(path, 'write an array of ids, each as text.');
  return undefined;
};
const single = object({ id: text(ATTRIBUTE_LIMITS.externalIdCharactersMax) }, { reason });
const several = object({ treatmentIds: idList }, { reason });

/**
 * `[{treatmentIds, reason?}]`, `[{id, reason?}]`, a JSON array of ids, or a comma list. Undefined when any part of it cannot be read: a
 * list that is half understood would let through what somebody forbade.
 */
export function readDisableList(value: unknown, report: Report): DisableList | undefined {
  const list = new Map<string, string | null>();
  if (isAbsent(value)) return list;
  let good = true;
  const fault: Report = (path, message) => {
    good = false;
    report(path, message);
  };
  const put = (ids: readonly string[], why: string | undefined): void => {
    for (const id of ids) list.set(id, why?.trim() || (list.get(id) ?? null));
  };
  if (typeof value === 'string' && !/^\s*[[{"]/.test(value)) {
    put(
      value.split(',').flatMap((id) => id.trim() || []),
      undefined,
    );
    return list;
  }
  const entries = readJson(value, fault);
  if (entries === undefined) return good ? list : undefined;
  if (!Array.isArray(entries)) fault('', 'write an array of {treatmentIds, reason?} or {id, reason?}.');
  else
    entries.forEach((entry: unknown, index) => {
      const path = `[${index}]`;
      if (typeof entry === 'string' && entry.trim() !== '') put([entry.trim()], undefined);
      else if (typeof entry === 'object' && entry !== null && 'id' in entry) {
        const one = single(entry, path, fault);
        if (one !== undefined) put([one.id.trim()], one.reason);
      } else {
        const many = several(entry, path, fault);
        if (many !== undefined) put(many.treatmentIds, many.reason);
      }
    });
  return good ? list : undefined;
}
