// Checks a message, typed or as a document, against the standard: the same walk that `build` makes, so the two never disagree.
import { prepare } from './build.ts';
import { type Finding, type Findings, findingsOf, ScriptError } from './errors.ts';
import type { Message, Received } from './model/messages.ts';
import { checkOptions } from './profile/known-options.ts';
import type { Profile } from './profile/options.ts';
import { readOpen } from './read.ts';
import type { Version } from './table/field.ts';
import { rootFindings } from './table/root.ts';
import { structureFindings } from './walk/structure.ts';

/**
 * Everything that is wrong with a message, field by field: presence, order, length, characters, pattern, code list.
 * An empty list means that nothing breaks the standard, and that `build` accepts it; its `unchecked` names what was not looked into.
 * Never throws on data: a document that cannot be read is a finding too. Throws `invalid-option` for an option that does not exist.
 * A document's own form and version count where the options do not say otherwise, and the whole of what it says is checked.
 *
 * @example
 * for (const { path, rule, limit, found } of check(newRx, '2017071')) console.log(path, rule, limit, found);
 */
export function check(
  input: Message | Received | Uint8Array | string,
  options: Version | Profile = {},
): Findings {
  const profile: Profile = typeof options === 'string' ? { version: options } : options;
  checkOptions(profile, 'profile');
  try {
    if (typeof input === 'string' || input instanceof Uint8Array) return checkDocument(input, profile);
    const { findings, unchecked } = prepare(input, profile);
    return findingsOf(findings, unchecked);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const found = error.message;
    return findingsOf([{ path: '', field: '', rule: 'document', limit: 'a readable message', found }], []);
  }
}

function checkDocument(input: Uint8Array | string, profile: Profile): Findings {
  const { document, strays } = readOpen(
    input,
    profile.version === undefined ? {} : { version: profile.version },
  );
  const { message, form, version, warnings, attributes } = document;
  const shape = profile.shape ?? profile.version ?? document.shape;
  const said = { version, shape, form, transliterate: false, ...profile };
  const content = contentOf(message, said);
  const { findings, unchecked } = prepare(message, { ...said, cancelContent: content }, true);
  const all = [
    ...(form === 'xml' ? rootFindings(attributes) : []),
    // Members of a JSON object have no order.
    ...structureFindings(warnings).filter(({ rule }) => form === 'xml' || rule !== 'order'),
    ...strays(shape).map(
      (path): Finding => ({
        path,
        field: '',
        rule: 'unknown',
        limit: `an element of ${shape}`,
        found: 'another',
      }),
    ),
    ...findings,
  ];
  // A part without a place in the model is met twice: where it was read, and where it would be written.
  return findingsOf([...new Map(all.map((one) => [`${one.path} ${one.rule}`, one])).values()], unchecked);
}

/** A CancelRx may say little on purpose. One that says more than that is to say all that is asked of it. */
function contentOf(message: Received, profile: Profile): 'reduced' | 'full' {
  if (message.type !== 'CancelRx' || profile.cancelContent === 'full') return 'full';
  if (message.unmodelled?.some(({ parent }) => parent.startsWith('Body')) === true) return 'full';
  if ((message.changeOfPrescriptionStatusFlag ?? 'D') !== 'D') return 'full';
  const { findings } = prepare(message, { ...profile, cancelContent: 'reduced' }, true);
  return findings.some(({ rule }) => rule === 'unknown') ? 'full' : 'reduced';
}
