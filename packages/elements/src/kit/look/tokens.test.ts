// Tests that every color that carries meaning can be read on what it stands on, in light and in dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLORS } from '@pestle/rules/colors';
import { CONTRASTS, colorDeclarations, contrast } from './tokens.ts';

test('WCAG contrast is computed as the recommendation defines it', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

for (const [on, over, least] of CONTRASTS) {
  test(`E7: ${on} on ${over} has a contrast of at least ${least} in light and dark`, () => {
    for (const scheme of [0, 1] as const) {
      const measured = contrast(COLORS[on][scheme], COLORS[over][scheme]);
      assert.ok(measured >= least, `${measured.toFixed(2)} in ${scheme === 0 ? 'light' : 'dark'}`);
    }
  });
}

test('E6: every color takes the value that a page sets, and is documented by its name', () => {
  const declarations = colorDeclarations();
  for (const name of Object.keys(COLORS)) assert.ok(declarations.includes(`--_${name}:var(--svc-${name},`));
});
