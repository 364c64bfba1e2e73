// Holds the CSV reader to RFC 4180, however the text is cut into pieces.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CsvError, CsvReader } from './csv.ts';

function read(pieces: readonly string[], max = 1_000): string[][] {
  const reader = new CsvReader(max);
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()].map(({ fields }) => [
    ...fields,
  ]);
}

describe('a CSV reader', () => {
  const readings: readonly [what: string, text: string, records: string[][]][] = [
    [
      'fields and records',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF, and no line break at the end',
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty fields',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    [
      'quotes around commas, breaks and doubled quotes',
      '"a,b","c\r\nd","e""f"\n',
      [['a,b', 'c\r\nd', 'e"f']],
    ],
    ['an empty quoted field', '""\n"",""\n', [[''], ['', '']]],
    ['no empty lines', 'a\n\n\r\nb\n', [['a'], ['b']]],
    ['a byte order mark', '\uFEFFa\n', [['a']]],
    ['blanks as they are', ' a , b\n', [[' a ', ' b']]],
    ['nothing', '', []],
  ];
  for (const [what, text, records] of readings) {
    it(`reads ${what}`, () => {
      assert.deepEqual(read([text]), records);
    });
  }

  const refusals: readonly [what: string, text: string, line: number][] = [
    ['a quote inside a field', 'a\nb"c\n', 2],
    ['text after a closing quote', '"a"b\n', 1],
    ['an open quote at the end', 'a\n"b\nc', 2],
    ['a carriage return alone', 'a\rb\n', 1],
    ['a carriage return at the end', 'a\n"b"\r', 2],
    ['a row that is too long', `a\n${'x'.repeat(1_001)}\n`, 2],
    ['a row that is too long because a quote is missing', `a\n"${'x\n'.repeat(600)}`, 2],
  ];
  for (const [what, text, line] of refusals) {
    it(`refuses ${what}, with its line`, () => {
      assert.throws(
        () => read([text]),
        (error) => error instanceof CsvError && error.line === line,
      );
    });
  }

  it('counts the lines inside quotes', () => {
    const reader = new CsvReader(100);
    const lines = reader.push('a\n"b\nc"\nd\n').map(({ line }) => line);
    assert.deepEqual(lines, [1, 2, 4]);
  });

  it('reads back whatever was written, in any pieces', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '😀'),
      maxLength: 8,
    });
    const row = fc.array(field, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.integer({ min: 1, max: 7 }), (rows, size) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        assert.deepEqual(read(pieces), rows);
      }),
    );
  });
});
