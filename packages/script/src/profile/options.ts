// What a caller may say about how a message is written, and the defaults.

import type { Version } from '../table/field.ts';
import type { CancelContent } from '../table/messages.ts';
import type { EncodeOptions } from '../walk/encode.ts';
import type { Edit } from './edits.ts';

/** How a message is written. JSON has the nesting of XML. */
export type Form = 'xml' | 'json';

/** The six attributes of `Message`. */
export interface VersionAttributes {
  readonly DatatypesVersion: string;
  readonly TransportVersion: string;
  readonly TransactionDomain: string;
  readonly TransactionVersion: string;
  readonly StructuresVersion: string;
  readonly ECLVersion: string;
}

/** What one pharmacy or partner wants to receive. All of it is configuration. */
export interface Profile {
  /** Default 2017071. */
  readonly version?: Version;
  /** Default xml. */
  readonly form?: Form;
  /** The shape, where it differs from the version: 2023011 in the shape of 2017071. Default: the version's own. */
  readonly shape?: Version;
  /** One revision for all five version attributes (20170715, 20230115), or each by name. */
  readonly versionAttributes?: string | Partial<VersionAttributes>;
  /** What a CancelRx says: `reduced` (default) or `full` (valid for strict receivers). */
  readonly cancelContent?: CancelContent;
  /** Lines added to the Note of a NewRx where they fit in its 210 characters, whole or not at all. */
  readonly noteLines?: readonly string[];
  /** Changes by path, outside the signed clinical content. */
  readonly edits?: readonly Edit[];
  /** Rewrite names and signs to ASCII where that is certain. Default true. */
  readonly transliterate?: boolean;
}

/** The revision of each publication that live traffic carries. */
export const REVISIONS: Readonly<Record<Version, string>> = { '2017071': '20170715', '2023011': '20230115' };

/** Fills in a profile. */
export function encodeOptions(profile: Profile): EncodeOptions {
  const version = profile.version ?? '2017071';
  return {
    shape: profile.shape ?? version,
    content: profile.cancelContent ?? 'reduced',
    form: profile.form ?? 'xml',
    transliterate: profile.transliterate ?? true,
    attributes: versionAttributes(version, profile.versionAttributes),
  };
}

const STANDARD: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
  '2017071': attributesOf(REVISIONS['2017071']),
  '2023011': attributesOf(REVISIONS['2023011']),
};

function versionAttributes(
  version: Version,
  given: Profile['versionAttributes'],
): Readonly<Record<string, string>> {
  if (given === undefined) return STANDARD[version];
  return typeof given === 'string' ? attributesOf(given) : { ...STANDARD[version], ...given };
}

function attributesOf(revision: string): Readonly<Record<string, string>> {
  const attributes: VersionAttributes = {
    DatatypesVersion: revision,
    TransportVersion: revision,
    TransactionDomain: 'SCRIPT',
    TransactionVersion: revision,
    StructuresVersion: revision,
    ECLVersion: revision,
  };
  return { ...attributes };
}
