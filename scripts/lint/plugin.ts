// The house's own rules as a plugin of the linter, so that editors show them where they are broken.
import { posix } from 'node:path';
import { refusedImport } from './rooms.ts';
import { refusedCondition, refusedExecution, refusedStatement } from './statements.ts';
import { refusedWord } from './words.ts';

/** What the linter hands over of the code, as far as it is used here. */
interface Node {
  readonly type: string;
}

interface Import extends Node {
  readonly source: (Node & { readonly value?: unknown }) | null;
}

interface Named extends Node {
  readonly name?: string;
}

interface Member extends Node {
  readonly object: Node;
  readonly property: Named;
}

interface Call extends Node {
  readonly callee: Node;
  readonly arguments: readonly Node[];
}

interface Template extends Node {
  readonly quasis: ReadonlyArray<{ readonly value: { readonly cooked?: string | null } }>;
}

interface Tagged extends Node {
  readonly tag: Named;
  readonly quasi: Template;
}

interface Context {
  readonly filename: string;
  report(problem: { readonly node: Node; readonly message: string }): void;
}

const SERVICE = '/packages/service/src/';

/** Rooms know the rooms before them, and enter others only by their two doors. */
const rooms = {
  create(context: Context) {
    const file = context.filename.replaceAll('\\', '/');
    const start = file.lastIndexOf(SERVICE);
    if (start === -1) return {};
    const importer = file.slice(start + SERVICE.length);
    const judge = (node: Import) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const imported = posix.normalize(posix.join(posix.dirname(importer), specifier));
      if (imported.startsWith('../')) return;
      const message = refusedImport(importer, imported);
      if (message !== undefined) context.report({ node: node.source ?? node, message });
    };
    return {
      ImportDeclaration: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      ImportExpression: judge,
      TSImportType: judge,
    };
  },
};

/** Whole statements stand in files that end in -sql.ts; elsewhere the raw tag is for expressions within Kysely's queries. */
const statements = {
  create(context: Context) {
    const file = context.filename.replaceAll('\\', '/');
    const start = file.lastIndexOf(SERVICE);
    if (start === -1) return {};
    const path = file.slice(start + SERVICE.length);
    const say = (node: Node, message: string | undefined): void => {
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Literal: (node: Node & { readonly value?: unknown }) => {
        if (typeof node.value === 'string') say(node, refusedStatement(path, node.value));
      },
      TemplateLiteral: (node: Template) => say(node, refusedStatement(path, textOf(node))),
      CallExpression: (node: Call) => {
        if (
          (nameOfMethod(node) === 'execute' && isRawSql((node.callee as Member).object)) ||
          isCompiledRaw(node)
        )
          say(node, refusedExecution(path));
        const conditions = CONDITIONS.has(nameOfMethod(node) ?? '') ? node.arguments : [];
        for (const one of conditions) if (isTagged(one)) say(one, refusedCondition(textOf(one.quasi)));
      },
    };
  },
};

/** A status is put into words in one place. */
const words = {
  create(context: Context) {
    const path = /(?:packages|apps)\/(?!.*\/(?:packages|apps)\/).*$/.exec(
      context.filename.replaceAll('\\', '/'),
    )?.[0];
    if (path === undefined) return {};
    const say = (node: Node, text: string, isMarkup: boolean): void => {
      const message = refusedWord(path, text, isMarkup);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Literal: (node: Node & { readonly value?: unknown }) => {
        if (typeof node.value === 'string') say(node, node.value, false);
      },
      TemplateLiteral: (node: Template) => say(node, textOf(node), /<\/?[a-z]/.test(textOf(node))),
    };
  },
};

/** The methods of Kysely's queries that join an expression to others by `and`. */
const CONDITIONS: ReadonlySet<string> = new Set(['where', 'having', 'on']);

/** What a template says, each value as `$`. */
const textOf = ({ quasis }: Template): string => quasis.map(({ value }) => value.cooked ?? '').join('$');

const isTagged = (node: Node): node is Tagged =>
  node.type === 'TaggedTemplateExpression' && (node as Tagged).tag.name === 'sql';

const isMember = (node: Node): node is Member => node.type === 'MemberExpression';

const nameOfMethod = ({ callee }: Call): string | undefined =>
  isMember(callee) ? callee.property.name : undefined;

/** `CompiledQuery.raw(…)`: the way around the tag. */
const isCompiledRaw = (node: Call): boolean =>
  nameOfMethod(node) === 'raw' && ((node.callee as Member).object as Named).name === 'CompiledQuery';

/** What the raw tag and its functions make: `sql`…``, `sql.raw(…)`, and what is made of them by a method. */
function isRawSql(node: Node): boolean {
  if (isTagged(node)) return true;
  if (node.type !== 'CallExpression') return false;
  const { callee } = node as Call;
  return isMember(callee) && ((callee.object as Named).name === 'sql' || isRawSql(callee.object));
}

// The linter reads a plugin from its default export.
export default { meta: { name: 'house' }, rules: { rooms, statements, words } };
