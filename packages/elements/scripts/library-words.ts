// Leaves out what nobody reads of the OAuth library's errors: sentences, and what was looked at. The client tells people what to do in
// its own words, and asks only for the class, the `code` and what the server answered; these stay.
import type { Plugin } from 'vite';

/** Functions and classes of the library that take a sentence first. */
const SENTENCE_FIRST: ReadonlySet<string> = new Set([
  'CodedTypeError',
  'OPE',
  'OperationProcessingError',
  'UnsupportedOperationError',
  'ResponseBodyError',
  'AuthorizationResponseError',
  'WWWAuthenticateChallengeError',
]);
/** Of these, functions and classes that take last what was looked at. Others take the server's answer, which is read. */
const SEEN_LAST: ReadonlyMap<string, number> = new Map([
  ['CodedTypeError', 2],
  ['OPE', 2],
  ['UnsupportedOperationError', 1],
]);
/** Functions that take second what a sentence calls the value that they look at. */
const NAME_SECOND: ReadonlySet<string> = new Set([
  'assertString',
  'assertNumber',
  'assertCryptoKey',
  'assertPrivateKey',
  'assertPublicKey',
]);

interface Call {
  readonly type: 'CallExpression' | 'NewExpression';
  readonly callee: { readonly type: string; readonly name?: string };
  readonly arguments: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly value?: unknown;
  }[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The code without them, and how many places changed. A sentence that is no text there stays. */
export function withoutSentences(code: string, program: unknown): { text: string; count: number } {
  const edits: Edit[] = [];
  visit(program, ({ callee: { name = '' }, arguments: given }) => {
    const [first, second] = given;
    const sentence = SENTENCE_FIRST.has(name) ? first : NAME_SECOND.has(name) ? second : undefined;
    if (sentence !== undefined && isText(sentence)) edits.push({ ...sentence, text: "''" });
    const seen = SEEN_LAST.get(name) ?? given.length;
    const [before, last] = [given[seen - 1], given[seen]];
    if (before !== undefined && last !== undefined)
      edits.push({ start: before.end, end: last.end, text: '' });
  });
  const backwards = edits.toSorted((a, b) => b.start - a.start);
  const text = backwards.reduce(
    (all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end),
    code,
  );
  return { text, count: edits.length };
}

/** A text in quotes, a template, or a choice between such. */
function isText(node: Call['arguments'][number]): boolean {
  if (node.type === 'ConditionalExpression') return true;
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function visit(node: unknown, found: (call: Call) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (isCall(node)) found(node);
  for (const child of Object.values(node)) visit(child, found);
}

function isCall(node: object): node is Call {
  return 'type' in node && (node.type === 'CallExpression' || node.type === 'NewExpression');
}

export const libraryWords: Plugin = {
  name: 'library-words',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]oauth4webapi[\\/]build[\\/]index\.js$/ },
    handler(code) {
      const { text, count } = withoutSentences(code, this.parse(code));
      if (count === 0) throw new Error('the OAuth library has other errors now: look at library-words.ts');
      return { code: text, map: null };
    },
  },
};
