// Tests what SCRIPT carries: nothing clinical is changed silently, names lose their accents only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { asciiName, findUnsendable, scriptText } from './script-text.ts';

test('S5: line breaks and runs of blanks are sent as one blank; what cannot be sent is refused', () => {
  assert.equal(scriptText('  first\r\n\r\n second  line '), 'first second line');
  for (const text of ['', ' ', '\n', 'caf\u00e9', 'a\tb', 'a\u0000b', '\u{1F600}', 'a\u00a0b', '\ud800'])
    assert.equal(scriptText(text), null);
});

test('S5: names lose their accents, and a script without plain letters is refused, not mangled', () => {
  for (const [name, ascii] of [
    ['Jos\u00e9', 'Jose'],
    ['Jose\u0301', 'Jose'],
    ['N\u00fa\u00f1ez', 'Nunez'],
    ['O\u2019Brien', "O'Brien"],
    ['Stra\u00dfe', 'Strasse'],
    ['\u0141ukasz', 'Lukasz'],
    ['Anne\u2013Marie', 'Anne-Marie'],
    ['Nguy\u1ec5n', 'Nguyen'],
  ] as const) {
    assert.equal(asciiName(name), ascii);
  }
  for (const name of ['\u674e', '\u0410\u043d\u043d\u0430', '\u{1F600}', ''])
    assert.equal(asciiName(name), null);
});

test('W6: a text can be sent exactly when nothing unsendable is found in it and something is left to read', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u00e9') }),
      ),
      (text) => {
        const sent = scriptText(text);
        assert.equal(sent !== null, findUnsendable(text).length === 0 && text.replace(/[\r\n ]/g, '') !== '');
        if (sent !== null) assert.equal(scriptText(sent), sent);
        for (const { offset, length, character } of findUnsendable(text))
          assert.equal(text.slice(offset, offset + length), character);
      },
    ),
  );
});
