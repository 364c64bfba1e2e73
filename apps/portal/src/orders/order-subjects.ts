// Owns what of an order is acted on, wherever the portal shows one: the order as a whole, or its only medicine; and each medicine of several by itself.
import type { PageSubject } from '../page/page-acts.ts';

/** One medicine of an order: its fill, the prescription that it is of, and how that is named. */
export interface OrderLine {
  readonly fill: PageSubject['fills'][number];
  readonly prescriptionId: string | null;
  readonly line: string;
}

export interface OrderSubjects {
  readonly whole: PageSubject;
  /** Of several medicines each: what is about the order stands with the order. Empty where there is one. */
  readonly each: readonly PageSubject[];
  /** How a medicine of the order is named. */
  readonly lineOf: (fillId: string) => string | undefined;
}

/** `wholeOrder` names an order with several medicines. */
export function subjectsOf(orderId: string, lines: readonly OrderLine[], wholeOrder: string): OrderSubjects {
  const fills = lines.map(({ fill }) => fill);
  const [only] = lines;
  const single = lines.length === 1 && only !== undefined ? only : undefined;
  const about = { orderId, fills, lines: lines.length };
  return {
    whole: {
      ...about,
      place: orderId,
      fill: single?.fill ?? null,
      line: single?.line ?? wholeOrder,
      prescriptionId: single?.prescriptionId ?? null,
    },
    each:
      single !== undefined
        ? []
        : lines.map(({ fill, prescriptionId, line }) => ({
            ...about,
            place: fill.id,
            fill,
            line,
            lineOnly: true,
            prescriptionId,
          })),
    lineOf: (fillId) => lines.find(({ fill }) => fill.id === fillId)?.line,
  };
}
