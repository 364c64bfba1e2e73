// The plain fields of a prescription in GraphQL, as the table of its fields says: of drafts, of what is signed, and of prescriptions.
import {
  type FieldName,
  type FieldsOfType,
  fieldNames,
  fieldOf,
  forFields,
  onRecord,
  type PlainType,
  type SignedField,
  signedFields,
} from '@pestle/rules/prescription-fields';
import type { ClinicalContent, DraftRow } from '../../../prescribing/prescribing.ts';
import { draftField } from '../../../prescribing/prescribing.ts';
import type { SchemaTypes } from '../builder.ts';

type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  Parent
>;

/** Of a draft. */
export function plainFieldsOfDraft(t: Fields<DraftRow>) {
  const plain = fieldNames().filter(isPlain);
  return forFields(plain, (name) =>
    plainField(t, name, onRecord(name).blank === null, (draft) => draftField(draft, name)),
  );
}

/** Of what is signed, wherever that is shown. */
export function plainSignedFields<Parent>(t: Fields<Parent>, contentOf: (parent: Parent) => ClinicalContent) {
  const plain = signedFields().filter((name): name is SignedField & PlainField => isPlain(name));
  return forFields(plain, (name) => {
    const { blank } = onRecord(name);
    return plainField(t, name, blank === null || blank === '', (parent) => contentOf(parent)[name] ?? null);
  });
}

type PlainField = FieldsOfType<PlainType>;

function isPlain(name: FieldName): name is PlainField {
  const { type } = fieldOf(name);
  return type === 'line' || type === 'text' || type === 'date' || type === 'whole' || type === 'flag';
}

function plainField<Parent>(
  t: Fields<Parent>,
  name: FieldName,
  nullable: boolean,
  valueOf: (parent: Parent) => unknown,
) {
  const { about } = onRecord(name);
  const described = about === undefined ? {} : { description: about };
  // The table says the type and what may be null; the compiler cannot follow it here.
  const resolve = (parent: Parent) => valueOf(parent) as never;
  const { type } = fieldOf(name);
  if (type === 'date') return t.field({ type: 'Date', nullable, ...described, resolve });
  if (type === 'whole') return t.int({ nullable, ...described, resolve });
  if (type === 'flag') return t.boolean({ nullable, ...described, resolve });
  return t.string({ nullable, ...described, resolve });
}
