// Owns the reading of `disable-list`: a safety attribute, so that what cannot be read blocks prescribing (E4).
import { isId } from '@pestle/rules/ids';
import { ATTRIBUTE_LIMITS } from './limits.ts';
import type { Report } from './problems.ts';
import { object, type Reader, text } from './shapes.ts';
import { isAbsent, readJson } from './values.ts';

/** Id as the page wrote it, of a treatment (`trt_…`) or of a medication (`rxcui:29046`), to the reason that a prescriber reads; null without one. */
export type DisableList = ReadonlyMap<string, string | null>;

const reason = text(ATTRIBUTE_LIMITS.reasonCharactersMax, true);
const RXCUI = /^rxcui:\s*([1-9]\d{0,7})$/i;

/** An id that can be understood, in the one way of writing it. */
const id: Reader<string> = (value, path, report) => {
  if (typeof value === 'string') {
    const written = value.trim();
    if (isId('trt', written)) return written;
    const code = RXCUI.exec(written)?.[1];
    if (code !== undefined) return `rxcui:${code}`;
  }
  report(
    path,
    'this is not understood. Write the id of a treatment (trt_…), or a medication by the RxCUI of its ingredient or drug (rxcui:29046), as text.',
  );
  return undefined;
};

const idList: Reader<readonly string[]> = (value, path, report) => {
  if (!Array.isArray(value)) {
    report(path, 'write an array of ids, each as text.');
    return undefined;
  }
  const ids = value.map((one: unknown, index) => id(one, `${path}[${index}]`, report));
  return ids.every((one) => one !== undefined) ? ids : undefined;
};
const single = object({ id }, { reason });
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
  const put = (ids: readonly string[] | undefined, why: string | undefined): void => {
    for (const one of ids ?? []) list.set(one, why?.trim() || (list.get(one) ?? null));
  };
  if (typeof value === 'string' && !/^\s*[[{"]/.test(value)) {
    const written = value.split(',').flatMap((one) => one.trim() || []);
    put(idList(written, '', fault), undefined);
  } else {
    const entries = readJson(value, fault);
    if (Array.isArray(entries)) entries.forEach((entry, index) => readEntry(entry, `[${index}]`, fault, put));
    else if (entries !== undefined) fault('', 'write an array of {treatmentIds, reason?} or {id, reason?}.');
  }
  if (list.size > ATTRIBUTE_LIMITS.disabledMax)
    fault(
      '',
      `at most ${ATTRIBUTE_LIMITS.disabledMax} ids are taken; put more on the organization’s standing list.`,
    );
  return good ? list : undefined;
}

function readEntry(
  entry: unknown,
  path: string,
  fault: Report,
  put: (ids: readonly string[] | undefined, why: string | undefined) => void,
): void {
  if (typeof entry === 'string') {
    const one = id(entry, path, fault);
    put(one === undefined ? undefined : [one], undefined);
  } else if (typeof entry === 'object' && entry !== null && 'id' in entry) {
    const one = single(entry, path, fault);
    put(one === undefined ? undefined : [one.id], one?.reason);
  } else {
    const many = several(entry, path, fault);
    put(many?.treatmentIds, many?.reason);
  }
}
