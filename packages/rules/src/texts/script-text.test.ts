// Tests what SCRIPT carries: nothing clinical is changed silently.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findUnsendable, scriptText } from './script-text.ts';

test('S5: line breaks and runs of blanks are sent as one blank; what cannot be sent is refused', () => {
  assert.equal(scriptText('  first\r\n\r\n second  line '), 'first second line');
  for (const text of ['', ' ', '\n', 'caf\u00e9', 'a\tb', 'a\u0000b', '\u{1F600}', 'a\u00a0b', '\ud800'])
    assert.equal(scriptText(text), null);
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
