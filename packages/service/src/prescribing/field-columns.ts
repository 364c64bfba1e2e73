// The columns of a draft that hold its fields, as the table of a prescription's fields says: their names, what they hold at first, what is sealed.
import { type FieldName, fieldNames, onRecord } from '@pestle/rules/prescription-fields';
import type { ClinicalContent } from './clinical-content.ts';
import type { ColumnOf, FieldColumns, SealedFieldColumns } from './tables.ts';

/** `dispenseQuantity` → `dispense_quantity`. */
export function columnOf<Name extends FieldName>(name: Name): ColumnOf<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}

/** A value for the column of each field. */
export function forColumns(names: readonly FieldName[], valueOf: (name: FieldName) => unknown): unknown {
  return Object.fromEntries(names.map((name) => [columnOf(name), valueOf(name)]));
}

/** The fields of a draft in which nothing was written yet. */
export const BLANK_FIELDS = forColumns(fieldNames(), (name) => onRecord(name).blank) as FieldColumns;

/** The fields that are kept in the draft's sealed value. */
export const SEALED_FIELDS = fieldNames().filter((name) => onRecord(name).kept === 'sealed');

/** A draft's sealed fields; what a row of an earlier version does not say is blank. */
export function sealedFields(row: Partial<FieldColumns>): SealedFieldColumns {
  const held: Readonly<Record<string, unknown>> = row;
  return forColumns(
    SEALED_FIELDS,
    (name) => held[columnOf(name)] ?? onRecord(name).blank,
  ) as SealedFieldColumns;
}

/** The version of what is signed today: that of its latest field. */
export const CONTENT_VERSION = Math.max(
  ...fieldNames().map((name) => onRecord(name).signed?.since ?? 1),
) as ClinicalContent['version'];

/** What a draft holds in a field. */
export function draftField<Name extends FieldName>(
  row: FieldColumns,
  name: Name,
): FieldColumns[ColumnOf<Name>] {
  return row[columnOf(name)];
}
