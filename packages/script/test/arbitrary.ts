// Random messages for the property tests, made from the same tables that the library works by.
import fc from 'fast-check';
import type { Message, MessageType } from '../src/index.ts';
import type { Field, Version } from '../src/table/field.ts';
import { headerFields } from '../src/table/header.ts';
import { bodyFields, relatesTo } from '../src/table/messages.ts';
import type { TextType } from '../src/table/text.ts';

const LONGEST = 400;

/** Printable ASCII with all that XML and JSON escape, and with texts that look like numbers. */
const printable = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: min, maxLength: Math.min(max, LONGEST) }),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '0',
          '007',
          '30.0',
          '1e5',
          '00071015523',
          '12345678901234567890',
          '<&>"\'',
          ']]>',
          '-1',
        ),
      },
    )
    .filter((text) => text.length >= min && text.length <= max && text.trim() !== '');

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const instant = fc
  .tuple(
    day,
    fc.nat(23),
    fc.nat(59),
    fc.nat(59),
    fc.constantFrom('', '.678', '.678901'),
    fc.constantFrom('', 'Z', '+00:00', '-05:00'),
  )
  .map(
    ([date, hours, minutes, seconds, fraction, zone]) =>
      `${date}T${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}${fraction}${zone}`,
  );

const textOf = (type: TextType): fc.Arbitrary<string> => {
  if (type.codes !== undefined) return fc.constantFrom(...type.codes);
  if (type.name === 'Date') return day;
  if (type.name === 'DateTime') return instant;
  if (type.name.startsWith('n')) {
    const digits = fc.stringMatching(new RegExp(`^[0-9]{${type.min},${type.max}}$`));
    return type.pattern?.test('1.5') === true
      ? fc.oneof(digits, fc.constantFrom('2.5', '30.0', '0.25'))
      : digits;
  }
  return printable(type.min, type.max);
};

type Model = Record<string, unknown>;

function modelOf(fields: readonly Field[], version: Version): fc.Arbitrary<Model> {
  const records = fields
    .filter((field) => field.only === undefined || field.only === version)
    .map((field) => fieldOf(field, version));
  return fc.tuple(...records).map((parts) => Object.assign({}, ...parts) as Model);
}

function fieldOf(field: Field, version: Version): fc.Arbitrary<Model> {
  if (field.kind === 'opaque') return fc.constant({});
  if (field.key === undefined) {
    const inner = modelOf(field.kind === 'group' ? field.fields : [], version);
    return field.min > 0 ? inner : fc.option(inner, { nil: {} });
  }
  const one = valueOf(field, version);
  const value = field.max > 1 ? fc.array(one, { minLength: 1, maxLength: Math.min(field.max, 3) }) : one;
  const record = value.map((found): Model => ({ [field.key ?? '']: found }));
  return field.min > 0 ? record : fc.option(record, { nil: {} });
}

function valueOf(field: Field, version: Version): fc.Arbitrary<unknown> {
  if (field.kind === 'leaf') {
    const { attribute } = field;
    const text = textOf(field.type);
    if (attribute === undefined) return text;
    return fc.record(
      { [attribute.textKey]: text, [attribute.key]: textOf(attribute.type) },
      { requiredKeys: [attribute.textKey], noNullPrototype: true },
    );
  }
  if (field.kind === 'moment') return fc.oneof(day, instant);
  if (field.kind !== 'group') return fc.constant(undefined);
  if (field.element === 'Quantity') {
    return modelOf(field.fields, version).filter(
      ({ value, codeListQualifier }) => Number(value) > 0 || codeListQualifier === 'QS',
    );
  }
  if (field.element === 'DrugCoded') return drugCoded(field.fields, version);
  if (field.choice !== undefined) {
    const branches = field.fields.map((branch) =>
      modelOf(branch.kind === 'group' ? branch.fields : [], version).map(
        (model): Model => ({ [field.choice ?? '']: branch.element, ...model }),
      ),
    );
    return fc.oneof(...branches);
  }
  return modelOf(field.fields, version).filter((model) => Object.keys(model).length > 0);
}

const plain = (parts: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<Model> =>
  fc.record(parts, { noNullPrototype: true });

/** Both versions carry an NDC and an RxNorm code; other combinations are for the tests of each version. */
function drugCoded(_fields: readonly Field[], version: Version): fc.Arbitrary<unknown> {
  const code = printable(1, 35);
  const other = version === '2017071' ? fc.constantFrom('ND', 'UP', 'NH') : fc.constant('ND');
  return fc
    .record(
      {
        productCode: plain({ code, qualifier: other }),
        strength: plain({
          value: printable(1, 70),
          form: fc.constant('C42998'),
          unitOfMeasure: fc.constant('C28253'),
        }),
        drugDbCode: plain({ code, qualifier: fc.constantFrom('SCD', 'SBD', 'GPK', 'BPK') }),
        deaSchedule: fc.constantFrom('C48675', 'C38046'),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .filter((drug) => Object.keys(drug).length > 0);
}

/** A random message of a type that `check` accepts. */
export const messageOf = (type: MessageType, version: Version): fc.Arbitrary<Message> =>
  fc
    .tuple(modelOf(headerFields(relatesTo(type)), version), modelOf(bodyFields(type), version))
    .map(([header, body]) => ({ type, header, ...body }) as unknown as Message);
