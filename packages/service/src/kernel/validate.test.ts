// Holds the reading of input to its promise: a problem per field, in words that never repeat what was sent.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parsed, refused } from '@pestle/rules/parsed';
import fc from 'fast-check';
import * as v from 'valibot';
import { Failure } from './errors.ts';
import { idInput, parsedBy, validate } from './validate.ts';

const schema = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(3, 'Too long.')),
  kind: v.picklist(['A', 'B']),
  lines: v.array(
    v.strictObject({
      count: v.pipe(
        v.string(),
        parsedBy((text) => (/^\d+$/.test(text) ? parsed(Number(text)) : refused('Write digits.'))),
      ),
    }),
  ),
});

const problems = (input: unknown, at = '') => {
  try {
    validate(schema, input, at);
    return [];
  } catch (error) {
    assert.ok(error instanceof Failure);
    assert.equal(error.code, 'INVALID_INPUT');
    return (error.detail.fields ?? []).map(({ path, code }) => [path, code]);
  }
};

it('answers the value as its rules made it', () => {
  assert.deepEqual(validate(schema, { name: 'a', kind: 'B', lines: [{ count: '07' }] }), {
    name: 'a',
    kind: 'B',
    lines: [{ count: 7 }],
  });
});

it('names every field by its path and the kind of problem', () => {
  const input = { name: 'abcd', kind: 'C', lines: [{ count: 'x' }, {}, { count: '1', more: 1 }], other: 1 };
  assert.deepEqual(problems(input, 'input'), [
    ['input.name', 'TOO_LONG'],
    ['input.kind', 'NOT_ACCEPTED'],
    ['input.lines[0].count', 'INVALID'],
    ['input.lines[1].count', 'REQUIRED'],
    ['input.lines[2].more', 'UNKNOWN_FIELD'],
    ['input.other', 'UNKNOWN_FIELD'],
  ]);
  assert.deepEqual(problems({ name: 1, kind: 'A', lines: [] }), [['name', 'WRONG_TYPE']]);
});

it('says what an id must be', () => {
  assert.throws(() => validate(v.strictObject({ id: idInput('trm') }), { id: 'x' }), {
    message: 'id: This must be an id that begins with trm_.',
  });
});

it('never repeats what was sent', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 20 }), (secret) => {
      try {
        validate(schema, { name: secret, kind: secret, lines: [{ count: `${secret}?` }] });
        assert.fail('It was accepted.');
      } catch (error) {
        assert.ok(error instanceof Failure);
        assert.ok(
          !JSON.stringify([error.message, error.detail]).includes(JSON.stringify(secret).slice(1, -1)),
        );
      }
    }),
  );
});
