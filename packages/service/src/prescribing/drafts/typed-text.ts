// Refuses characters that no text a person typed may hold.
import * as v from 'valibot';

/** What no keyboard gives a person: controls other than tab and line break, and half of a character. */
export const typed = v.check<string, string>(
  // oxlint-disable-next-line no-control-regex -- naming the refused characters is the point
  (text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text),
  'This holds a control character or half of a character. Remove it.',
);
