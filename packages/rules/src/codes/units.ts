// Owns the 28 quantity units that NCPDP SCRIPT allows (NCI Thesaurus subset C89510), with how people read them (W1).

import { lowerAscii } from './letter-case.ts';

/** A unit of the quantity to dispense. */
export type QuantityUnit = {
  /** NCI Thesaurus code, as `QuantityUnitOfMeasure/Code`. */
  readonly code: string;
  /** Name as NCPDP lists it. */
  readonly name: string;
  readonly plural: string;
  /** False when pharmacies dispense only whole ones: a fraction is then a warning. */
  readonly decimals: boolean;
};

const unit = (code: string, name: string, plural: string, decimals = false): QuantityUnit => ({
  code,
  name,
  plural,
  decimals,
});

/** All of them, in the order of their names. */
export const QUANTITY_UNITS: readonly QuantityUnit[] = [
  unit('C62412', 'Applicator', 'Applicators'),
  unit('C54564', 'Blister', 'Blisters'),
  unit('C64696', 'Caplet', 'Caplets'),
  unit('C48480', 'Capsule', 'Capsules'),
  unit('C64933', 'Each', 'Each'),
  unit('C53499', 'Film', 'Films'),
  unit('C48155', 'Gram', 'Grams', true),
  unit('C69124', 'Gum', 'Gums'),
  unit('C48499', 'Implant', 'Implants'),
  unit('C62276', 'Insert', 'Inserts'),
  unit('C48504', 'Kit', 'Kits'),
  unit('C120263', 'Lancet', 'Lancets'),
  unit('C48506', 'Lozenge', 'Lozenges'),
  unit('C28254', 'Milliliter', 'Milliliters', true),
  unit('C48521', 'Packet', 'Packets'),
  unit('C65032', 'Pad', 'Pads'),
  unit('C48524', 'Patch', 'Patches'),
  unit('C120216', 'Pen Needle', 'Pen Needles'),
  unit('C62609', 'Ring', 'Rings'),
  unit('C53502', 'Sponge', 'Sponges'),
  unit('C53503', 'Stick', 'Sticks'),
  unit('C48538', 'Strip', 'Strips'),
  unit('C48539', 'Suppository', 'Suppositories'),
  unit('C53504', 'Swab', 'Swabs'),
  unit('C48542', 'Tablet', 'Tablets'),
  unit('C48548', 'Troche', 'Troches'),
  unit('C38046', 'Unspecified', 'Unspecified', true),
  unit('C48552', 'Wafer', 'Wafers'),
];

const BY_TEXT: ReadonlyMap<string, QuantityUnit> = new Map(
  QUANTITY_UNITS.flatMap((entry) =>
    [entry.code, entry.name, entry.plural].map((text) => [text.toLowerCase(), entry] as const),
  ),
);

/** The unit written as code, name or plural, in any letter case; undefined for a unit NCPDP does not list. */
export function findUnit(text: string): QuantityUnit | undefined {
  return BY_TEXT.get(lowerAscii(text.trim()));
}

/** The unit's word for a quantity in canonical form: `1 tablet`, `30 tablets`, `0.5 milliliters`. Lower case, as in a sentence. */
export function unitWord(entry: QuantityUnit, quantity: string): string {
  return (quantity === '1' ? entry.name : entry.plural).toLowerCase();
}
