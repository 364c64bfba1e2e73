// Holds the CSV reader to RFC 4180, however the text is cut into pieces.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CsvError, type CsvRecord, readCsv } from './csv.ts';

async function records(pieces: readonly string[], max = 1_000): Promise<readonly CsvRecord[]> {
  const read: CsvRecord[] = [];
  for await (const record of readCsv(pieces, max)) read.push(record);
  return read;
}

async function read(pieces: readonly string[]): Promise<string[][]> {
  return (await records(pieces)).map(({ fields }) => [...fields]);
}

describe('a CSV reader', () => {
  const readings: readonly [what: string, text: string, fields: string[][]][] = [
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
  for (const [what, text, fields] of readings) {
    it(`reads ${what}`, async () => {
      assert.deepEqual(await read([text]), fields);
    });
  }

  const refusals: readonly [what: string, text: string, line: number][] = [
    ['a quote inside a field', 'a\nb"c\n', 2],
    ['text after a closing quote', '"a"b\n', 1],
    ['an open quote at the end', 'a\n"b\nc', 2],
    ['a carriage return alone', 'a\rb\n', 1],
    ['a carriage return at the end', 'a\n"b"\r', 2],
    ['a row that is too long', `a\n${'x'.repeat(1_001)}\n`, 2],
    ['a row of too many empty fields', `a\n${','.repeat(1_001)}\n`, 2],
    ['a row that is too long because a quote is missing', `a\n"${'x\n'.repeat(600)}`, 2],
  ];
  for (const [what, text, line] of refusals) {
    it(`refuses ${what}, with its line`, async () => {
      await assert.rejects(read([text]), (error) => error instanceof CsvError && error.line === line);
    });
  }

  it('takes a row of just the bound, and refuses one byte more', async () => {
    const row = (length: number): string => `a,${'x'.repeat(length - 2)}\n`;
    assert.equal((await records([row(100), row(100)], 100)).length, 2);
    await assert.rejects(records([row(100), row(101)], 100), /^CsvError: Line 2: A row may have 100 bytes/);
  });

  it('counts empty lines and the lines inside quotes, whichever way they break', async () => {
    const text = 'a\n"b\nc"\nd\n\n\r\n"e\r\nf\rg"\r\nh\n';
    const lines = (await records(text.split(''))).map(({ line }) => line);
    assert.deepEqual(lines, [1, 2, 4, 7, 9]);
    await assert.rejects(read([`${text}"i"j`]), (error) => error instanceof CsvError && error.line === 10);
  });

  it('says nothing of what a row holds when it refuses it', async () => {
    for (const text of ['SECRET"', '"SECRET"x', '"SECRET', 'SECRET\rSECRET', 'SECRET'.repeat(1_000)])
      await assert.rejects(read([text]), (error) => !String(error).includes('SECRET'));
  });

  it('reads back whatever was written, in any pieces', async () => {
    const field = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '😀'),
      maxLength: 8,
    });
    const row = fc.array(field, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (rows, size) => {
          const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const text = rows.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
          const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
          assert.deepEqual(await read(pieces), rows);
        },
      ),
    );
  });
});
