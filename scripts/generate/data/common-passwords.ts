// Writes the filter of common passwords: of the list of @zxcvbn-ts/language-common (MIT), those that are long enough to be chosen, each as the beginning of its SHA-1.
import { createHash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';

/** As `passwordCharactersMin` of identity: a shorter password is refused for its length. */
const CHARACTERS_MIN = 12;
const PREFIX_BYTES = 5;
const CHARACTERS_PER_LINE = 110;

export function commonPasswords(): string {
  const list = Object.values(dictionary['passwords-common']).map(String);
  const long = list.filter((password) => Array.from(password).length >= CHARACTERS_MIN);
  const prefixes = long
    .map((password) => createHash('sha1').update(password.normalize('NFKC').toLowerCase()).digest())
    .map((hash) => hash.subarray(0, PREFIX_BYTES))
    .toSorted((one, other) => one.compare(other));
  const text = Buffer.concat(prefixes).toString('base64');
  const lines = text.match(new RegExp(`.{1,${CHARACTERS_PER_LINE}}`, 'g')) ?? [];
  return `// Made by \`node scripts/generate.ts\` from @zxcvbn-ts/language-common (MIT): ${list.length} passwords of leaked lists, of which ${long.length} are long enough to be chosen.

/** The first ${PREFIX_BYTES} bytes of the SHA-1 of each, in order, in base64. */
export const COMMON_PASSWORD_PREFIXES: string = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');

export const COMMON_PASSWORD_PREFIX_BYTES = ${PREFIX_BYTES};
`;
}
