// `custom-elements.json` and what is made from it: types for JSX, Vue, Svelte and Angular, data for VS Code. The source are the shells' own comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as analyzerModule from '@custom-elements-manifest/analyzer';
import { COLORS } from '@pestle/rules/colors';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { CLIENT_PARTS, HISTORY_PARTS, WORKFLOW_PARTS } from '../src/shells/parts.ts';
import type {
  ClassDescription,
  CssProperty,
  ElementDescription,
  Manifest,
  Member,
} from './element-description.ts';
import { jsxTypes, reactTypes, svelteTypes, vueTypes } from './framework-types.ts';

/** The package's own types leave out what it exports. */
interface Analyzer {
  create(
    this: void,
    given: { modules: readonly unknown[]; plugins: readonly unknown[]; context: object },
  ): unknown;
  readonly ts: {
    createSourceFile(name: string, text: string, target: number, setParentNodes: boolean): unknown;
    readonly ScriptTarget: { readonly ES2022: number };
  };
}
const { create, ts } = analyzerModule as unknown as Analyzer;

/** What all of them have stands in the comment of the class that they extend. */
const BASE = 'shell';
const PUBLIC = [
  { file: 'client', tag: 'svc-client', parts: CLIENT_PARTS },
  { file: 'workflow', tag: 'svc-prescribe-workflow', parts: WORKFLOW_PARTS },
  { file: 'med-history', tag: 'svc-med-history', parts: HISTORY_PARTS },
] as const;

/** Describes the three public elements. */
export function describeElements(packageFolder: string): Manifest {
  const { schemaVersion, classes } = classesIn(
    packageFolder,
    'src/public',
    PUBLIC.map(({ file }) => file),
  );
  const cssProperties = tokensOf(only(classesIn(packageFolder, 'src/shells', [BASE]).classes, BASE));
  const declarations = PUBLIC.map(({ file, tag, parts }) => ({
    ...publicFace(only(classes, file), tag, parts),
    cssProperties,
  }));
  const exports = declarations.flatMap(({ name, tagName }) => [
    { kind: 'js', name, declaration: { name, module: 'index.js' } },
    { kind: 'custom-element-definition', name: tagName, declaration: { name, module: 'index.js' } },
  ]);
  return {
    schemaVersion,
    modules: [{ kind: 'javascript-module', path: 'index.js', declarations, exports }],
  } as unknown as Manifest;
}

/** The class of each of these files. What is read together shares what it inherits. */
function classesIn(
  packageFolder: string,
  folder: string,
  files: readonly string[],
): { readonly schemaVersion: string; readonly classes: ReadonlyMap<string, ClassDescription> } {
  const modules = files.map((file) => {
    const path = `${folder}/${file}.ts`;
    const text = readFileSync(join(packageFolder, path), 'utf8');
    return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  });
  const found = create({ modules, plugins: [], context: { dev: false } }) as {
    readonly schemaVersion: string;
    readonly modules: readonly {
      readonly path: string;
      readonly declarations: readonly ClassDescription[];
    }[];
  };
  const classes = files.flatMap((file) => {
    const module = found.modules.find(({ path }) => path.endsWith(`/${file}.ts`));
    const declared = module?.declarations.find(({ kind }) => kind === 'class');
    return declared === undefined ? [] : [[file, declared] as const];
  });
  return { schemaVersion: found.schemaVersion, classes: new Map(classes) };
}

function only(classes: ReadonlyMap<string, ClassDescription>, file: string): ClassDescription {
  const found = classes.get(file);
  if (found === undefined) throw new Error(`no class is declared in ${file}.ts`);
  return found;
}

/** What a page may use of a class, all of it with words. Throws where they are missing. */
function publicFace(
  declared: ClassDescription,
  tagName: string,
  parts: string,
): Omit<ElementDescription, 'cssProperties'> {
  const { kind, name, description = '', events = [], slots = [] } = declared;
  const members = (declared.members ?? [])
    .filter((member) => isPublic(member))
    .map((member) => ({
      ...member,
      ...(member.attribute === undefined ? {} : { attribute: attributeOf(member.name) }),
    }));
  // The analyzer lists those of properties, too, by the property's name.
  const own = (declared.attributes ?? []).filter(
    (one) => !members.some((member) => member.name === one.name),
  );
  const attributes = [
    ...own.map((one) => ({ ...one, fieldName: one.name })),
    ...members
      .filter(({ attribute }) => attribute !== undefined)
      .map(({ name: fieldName, type, description: about }) => ({
        name: attributeOf(fieldName),
        fieldName,
        ...(type === undefined ? {} : { type }),
        ...(about === undefined ? {} : { description: about }),
      })),
  ].map((one) => ({
    ...worded(tagName, one),
    fieldName: one.fieldName,
    type: one.type ?? { text: 'string' },
  }));
  const cssParts = declared.cssParts ?? [];
  const named = cssParts.map((part) => part.name);
  if (named.join(' ') !== parts) throw new Error(`the parts of ${tagName} are not those of its comment`);
  return {
    kind,
    name,
    tagName,
    customElement: true,
    description: worded(tagName, { name: 'the class', description }).description,
    attributes,
    members: members.map((one) => worded(tagName, one)),
    events: events.map((one) => worded(tagName, one)),
    slots: slots.map((one) => worded(tagName, one)),
    cssParts: cssParts.map((one) => worded(tagName, one)),
  };
}

/** The custom properties of the class that all extend; a color's default is the palette's. */
function tokensOf({ cssProperties = [] }: ClassDescription): readonly CssProperty[] {
  const palette = new Map(
    Object.entries(COLORS).map(([name, [light, dark]]) => [`--svc-${name}`, `light-dark(${light}, ${dark})`]),
  );
  const missing = [...palette.keys()].filter((name) => !cssProperties.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`no comment tells of ${missing.join(', ')}`);
  return cssProperties.map((one) => {
    const value = one.default ?? palette.get(one.name);
    if (value === undefined) throw new Error(`${one.name} has no default`);
    return { ...worded('Shell', one), default: value };
  });
}

function worded<Thing extends { readonly name: string; readonly description?: string }>(
  of: string,
  thing: Thing,
): Thing & { readonly description: string } {
  const { description = '' } = thing;
  if (description === '') throw new Error(`${of}: ${thing.name} has no words`);
  return { ...thing, description };
}

const INNER = new Set(['parts', 'load', 'changed', 'connectedCallback', 'disconnectedCallback']);

function isPublic({ name, privacy, static: isStatic }: Member): boolean {
  return privacy === undefined && isStatic !== true && !name.startsWith('#') && !INNER.has(name);
}

/** `templateIds` → `template-ids`. */
function attributeOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Writes the manifest and everything that is made from it. */
export function writeDescriptions(packageFolder: string, outDir: string): void {
  const manifest = describeElements(packageFolder);
  writeFileSync(join(outDir, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  generateVsCodeCustomElementData(structuredClone(manifest) as never, {
    outdir: outDir,
    hideLogs: true,
    htmlFileName: 'vscode.html-custom-data.json',
    cssFileName: 'vscode.css-custom-data.json',
  });
  writeFileSync(join(outDir, 'jsx.d.ts'), jsxTypes(manifest));
  writeFileSync(join(outDir, 'react.d.ts'), reactTypes(manifest));
  writeFileSync(join(outDir, 'vue.d.ts'), vueTypes(manifest));
  writeFileSync(join(outDir, 'svelte.d.ts'), svelteTypes());
  writeFileSync(join(outDir, 'angular.d.ts'), globalTypes(manifest));
}

/** Tags and events for the compiler: `document.querySelector('svc-client')`, typed listeners, and Angular's template references. */
function globalTypes(manifest: Manifest): string {
  const [{ declarations }] = manifest.modules;
  const names = declarations.map(({ name }) => name).join(', ');
  const tags = declarations.map(({ name, tagName }) => `    '${tagName}': ${name};`).join('\n');
  const events = new Map(
    declarations.flatMap(({ events = [] }) => events.map(({ name, type }) => [name, type.text])),
  );
  const listed = [...events].map(([name, type]) => `    '${name}': ${type};`).join('\n');
  return `// Generated from custom-elements.json. In Angular, add CUSTOM_ELEMENTS_SCHEMA to the component that uses the tags.
import type { ${names}, CheckedDraft, PlainError } from './types/index.d.ts';

declare global {
  interface HTMLElementTagNameMap {
${tags}
  }
  interface HTMLElementEventMap {
${listed}
  }
}
`;
}
