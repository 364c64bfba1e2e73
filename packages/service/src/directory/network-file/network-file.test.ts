// Goal: a file of pharmacies and partners is read entry by entry, wherever its pieces are cut, and what is wrong in it is said with its line.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../kernel/errors.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import { entriesIn, type FileEntry } from './network-file.ts';

async function read(content: string, pieceLength: number): Promise<readonly FileEntry[]> {
  const pieces = async function* (): AsyncGenerator<string> {
    for (let at = 0; at < content.length; at += pieceLength) yield content.slice(at, at + pieceLength);
  };
  const found: FileEntry[] = [];
  for await (const entry of entriesIn(pieces())) found.push(entry);
  return found;
}

const said = (content: string, pieceLength = 3): Promise<string> =>
  read(content, pieceLength).then(
    (entries) => assert.fail(`it was read: ${JSON.stringify(entries)}`),
    (error: unknown) => {
      assert.ok(error instanceof Failure, String(error));
      return error.message;
    },
  );

describe('a file of pharmacies and partners', () => {
  it('gives each entry with its part, place and line, however it is cut', async () => {
    const tricky = { name: 'a "b" \\ ]},{[:', more: [{ x: '\\"' }, [1, [2]]], none: null };
    const content = `\uFEFF{ "$schema": "x",\n "pharmacies": [\n${JSON.stringify(tricky)} ,\n\n "two", 3],\n"partners":[ ] , "none": []}`;
    const [lists] = content.split(', "none"');
    for (const length of [1, 2, 7, 10_000])
      assert.deepEqual(await read(`${lists}}`, length), [
        { part: 'pharmacies', index: 0, line: 3, value: tricky },
        { part: 'pharmacies', index: 1, line: 5, value: 'two' },
        { part: 'pharmacies', index: 2, line: 5, value: 3 },
      ]);
    assert.deepEqual(await read('[{"npi":"1"}]', 4), [
      { part: 'pharmacies', index: 0, line: 1, value: { npi: '1' } },
    ]);
    assert.deepEqual(await read('{"npi":"1","integration":{"partners":[]}}', 4), [
      { part: 'pharmacies', index: 0, line: 1, value: { npi: '1', integration: { partners: [] } } },
    ]);
    assert.deepEqual(await read('{"partners":[]}', 4), []);
  });

  it('says in which line it is no JSON, without repeating what stands there', async () => {
    for (const [content, line] of [
      ['{"pharmacies":[{"token":"secret"}\n,\n{"token":"secret" "x"}]}', 3],
      ['[{"token":\n"secret"\n,,}]', 3],
      ['[1,\n]', 2],
      ['[1\n', 2],
      ['[1] \n secret', 2],
      ['{"a":"secret",\n}', 2],
      ['{"partners":[]\n"pharmacies":[]}', 2],
      ['[secret]', 1],
    ] as const) {
      const message = await said(content);
      assert.match(message, new RegExp(`^Line ${line}: this is not JSON`), content);
      assert.ok(!message.includes('secret'), message);
    }
  });

  it('says what is no such file', async () => {
    assert.match(await said(''), /empty/);
    assert.match(await said('"x"'), /must hold pharmacies/);
    assert.match(await said('{"pharmacies":{}}'), /^pharmacies: this must be a list/);
    assert.match(await said('{"pharmacies":[],"other":1}'), /^other: there is no such part/);
    assert.match(await said('{"partners":[],\n"partners":[]}'), /^Line 2: partners stands there twice/);
    const endless = `[\n{"a":"${'x'.repeat(DIRECTORY_LIMITS.fileEntryCharactersMax)}"}]`;
    assert.match(await said(endless, 10_000), /^Line 2: an entry has more than/);
  });
});
