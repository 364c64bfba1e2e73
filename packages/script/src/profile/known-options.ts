// Which options there are and what each may say: one that is misspelt would do nothing without a word, so it is an error that names it.
import { ScriptError } from '../errors.ts';
import { ROOT_ATTRIBUTES } from '../table/root.ts';
import { isObject } from '../walk/trail.ts';

/** What a value may be: undefined where it may, else where in it the mistake is (`''`: the value itself). */
type Check = (value: unknown) => string | undefined;
type Known = Readonly<Record<string, Check>>;

const is =
  (fits: (value: unknown) => boolean): Check =>
  (value) =>
    fits(value) ? undefined : '';
const oneOf = (...values: readonly unknown[]): Check => is((value) => values.includes(value));
const text = is((value) => typeof value === 'string');
const anything = is(() => true);
const flag = oneOf(true, false);
const version = oneOf('2017071', '2023011');

const known =
  (options: Known): Check =>
  (value) => {
    if (!isObject(value)) return '';
    for (const name of Object.keys(value)) {
      // An option that is given and undefined is one that is not given.
      const mistake =
        value[name] === undefined
          ? undefined
          : Object.hasOwn(options, name)
            ? options[name]?.(value[name])
            : '';
      if (mistake !== undefined) return `.${name}${mistake}`;
    }
    return undefined;
  };
const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return '';
    for (const [index, one] of value.entries()) {
      const mistake = check(one);
      if (mistake !== undefined) return `[${index}]${mistake}`;
    }
    return undefined;
  };

const ATTRIBUTES = known(Object.fromEntries(ROOT_ATTRIBUTES.map((name) => [name, text])));
// Paths and values of edits are the profile's own matter: `refusalOf` says what is wrong with them.
const EDIT = known({ op: oneOf('set', 'add', 'drop'), path: anything, value: anything });

const PROFILE: Known = {
  version,
  form: oneOf('xml', 'json'),
  shape: version,
  versionAttributes: (value) => (typeof value === 'string' ? undefined : ATTRIBUTES(value)),
  cancelContent: oneOf('reduced', 'full'),
  noteLines: listOf(text),
  edits: listOf(EDIT),
  transliterate: flag,
};

const OPTIONS = {
  profile: known(PROFILE),
  build: known({ ...PROFILE, unchecked: flag }),
  read: known({ version, contentType: text, doubtfulCharacters: flag }),
  answer: known({
    httpStatus: anything,
    body: anything,
    contentType: text,
    ackMode: oneOf('script', 'http'),
    ackTypes: listOf(text),
  }),
  context: known({ earlierAttemptUnanswered: flag }),
};

/** Throws `invalid-option` for an option that does not exist, or a value that it cannot have. */
export function checkOptions(options: unknown, of: keyof typeof OPTIONS): void {
  const mistake = OPTIONS[of](options);
  if (mistake !== undefined)
    throw new ScriptError('invalid-option', mistake.replace(/^\./, '').slice(0, 100) || of);
}
