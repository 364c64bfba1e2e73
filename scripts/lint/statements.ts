// Where statements of SQL may stand: the one table from which lint refuses a whole statement among other code.

/**
 * The files of the service, beside `*-sql.ts`, that hold whole statements, and why. Migrations are files of SQL. Paths below
 * `packages/service/src`.
 */
export const STATEMENT_FILES: ReadonlyMap<string, string> = new Map([
  [
    'prescribing/orders/new-order.ts',
    'every column of an order once, as the SQL that writes it and as the value that this gives',
  ],
  ['store/store.ts', 'the settings that put a transaction into a scope'],
  ['store/embedded/directory-lock.ts', 'the lock of the directory, which is an SQLite file'],
  ['store/embedded/embedded-store.ts', 'what looks after the embedded engine'],
  ['store/embedded/session/session.ts', 'the settings of the embedded engine’s one session'],
  ['store/embedded/worker-client.ts', 'the role of that session'],
  ['store/embedded/engine.ts', 'its time zone, and the self-test of durability'],
  ['store/kysely-store.ts', 'runs named statements'],
  ['store/migrate.ts', 'runs the files of migrations'],
  ['store/postgres/postgres-store.ts', 'the ping'],
  ['store/postgres/serving-login.ts', 'roles and grants'],
]);

const MANNER =
  'write it with Kysely, or, where it is hot or Kysely cannot say it, as a named Statement or function in a file of its room that ends in -sql.ts';

/** Why a text may not stand in a file of the service; nothing where it may, or where it is no statement. */
export function refusedStatement(file: string, text: string): string | undefined {
  if (mayHoldStatements(file) || !isStatement(text)) return undefined;
  return `A whole statement of SQL among other code: ${MANNER}.`;
}

/** Why the raw tag may not be executed in a file of the service. */
export function refusedExecution(file: string): string | undefined {
  if (mayHoldStatements(file)) return undefined;
  return `A statement is executed as text or through the raw tag: ${MANNER} (a named Statement is run by runStatement). Here the tag is for an expression within a Kysely query.`;
}

/**
 * Why an expression may not be joined to the conditions around it: Kysely puts no parentheses around what the raw tag says, so
 * that \`a and b or c\` would mean \`(a and b) or c\`.
 */
export function refusedCondition(text: string): string | undefined {
  if (isStatement(text) || !/\bor\b/i.test(outsideParentheses(text))) return undefined;
  return 'An `or` that the conditions around it would tear apart: put the expression in parentheses, or say it with Kysely’s `or`.';
}

function mayHoldStatements(file: string): boolean {
  return file.endsWith('-sql.ts') || file.endsWith('.test.ts') || STATEMENT_FILES.has(file);
}

const BEGINNINGS = [
  'select\\s',
  'insert\\s+into\\s',
  'update\\s+\\S+\\s+(\\w+\\s+)?set\\s',
  'delete\\s+from\\s',
  'with\\s+(recursive\\s+)?\\w+\\s+as\\s',
  'lock\\s+table\\s',
  'set\\s+(local|role|session|time\\s+zone|\\w+\\s+=)\\s',
  '(grant|revoke)\\s.+\\s(on|to|from)\\s',
  '(create|alter|drop)\\s+(unlogged\\s+)?(table|index|role|policy|function|view|schema|type|extension|database)\\s',
  '(truncate|analyze|listen|notify)\\s+\\w+\\s*$',
];
const STATEMENT = new RegExp(`^\\s*(--[^\\n]*\\n\\s*)*(${BEGINNINGS.join('|')})`);

/** Whether a text begins as a statement does; in lower case, as all of ours are, so that no sentence is taken for one. */
function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}

/** The text without its strings and without what stands in parentheses or within a `case`. */
function outsideParentheses(text: string): string {
  let rest = text.replaceAll(/'[^']*'/g, '').replaceAll(/\bcase\b[\s\S]*?\bend\b/gi, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return rest;
}
