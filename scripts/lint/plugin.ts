// The house's own rules as a plugin of the linter, so that editors show them where they are broken.
import { posix } from 'node:path';
import { refusedImport } from './rooms.ts';

/** What the linter hands over of the code, as far as it is used here. */
interface Node {
  readonly type: string;
}

interface Import extends Node {
  readonly source: (Node & { readonly value?: unknown }) | null;
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

// The linter reads a plugin from its default export.
export default { meta: { name: 'house' }, rules: { rooms } };
