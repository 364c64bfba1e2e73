// Owns how many packages directions need and how long they last (W1).
import type { OfferedPackage } from '../sigs/amounts.ts';
import type { StructuredSig } from '../sigs/sig-model.ts';
import { dailyAmount } from '../sigs/sig-quantity.ts';

export type { OfferedPackage };

/** Whole cartons that can be dispensed. */
export type PackageOffer = {
  readonly cartons: number;
  /** All of them together, in the unit of dispensing: a canonical decimal. */
  readonly quantity: string;
  /** Whole days that they last at the largest dose; absent where directions or drug file do not tell. */
  readonly days?: number;
};

const EPSILON = 1e-9;
/** More cartons than anybody is handed at once are a slip, and nothing is offered. */
const CARTONS_MAX = 100;

/**
 * The fewest cartons that last so many days, 0 for no days; one carton where neither days nor directions ask for more. Steps and single
 * doses tell no days. Undefined beyond what anybody is handed.
 */
export function packageOffer(
  sig: StructuredSig | undefined,
  { quantity, count, holds }: OfferedPackage,
  days: number,
): PackageOffer | undefined {
  const daily = sig === undefined || sig.steps !== undefined ? undefined : dailyAmount(sig);
  const held = holds.find(({ unit }) => unit === sig?.dose.unit)?.amount;
  const perDay = daily && held ? daily / held : 0;
  const cartons = Math.max(1, Math.ceil(perDay * days - EPSILON));
  if (cartons > CARTONS_MAX) return undefined;
  const lasts = perDay === 0 ? 0 : Math.floor(cartons / perDay + EPSILON);
  return {
    cartons,
    quantity: String(Number((Number(quantity) * count * cartons).toFixed(6))),
    ...(lasts === 0 ? {} : { days: lasts }),
  };
}
