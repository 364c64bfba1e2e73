// `custom-elements.json` and what is made from it: types for JSX, Vue, Svelte and Angular, data for VS Code. The source are the shells' own comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as analyzerModule from '@custom-elements-manifest/analyzer';
import { COLORS } from '@pestle/rules/colors';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { CLIENT_PARTS, HISTORY_PARTS, WORKFLOW_PARTS } from '../src/shells/parts.ts';
import type { Declaration, ElementDescription, Manifest, Member } from './element-description.ts';
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

export type { ElementDescription, Manifest } from './element-description.ts';

const PUBLIC = [
  { file: 'client', tag: 'svc-client', parts: CLIENT_PARTS },
  { file: 'workflow', tag: 'svc-prescribe-workflow', parts: WORKFLOW_PARTS },
  { file: 'med-history', tag: 'svc-med-history', parts: HISTORY_PARTS },
] as const;

/** Describes the three public elements. */
export function describeElements(packageFolder: string): Manifest {
  const modules = PUBLIC.map(({ file }) => {
    const path = `src/shells/${file}.ts`;
    const text = readFileSync(join(packageFolder, path), 'utf8');
    return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  });
  const found = create({ modules, plugins: [], context: { dev: false } }) as {
    readonly schemaVersion: string;
    readonly modules: readonly { readonly path: string; readonly declarations: readonly Declaration[] }[];
  };
  const declarations = PUBLIC.map(({ file, tag, parts }) => {
    const declared = found.modules
      .find(({ path }) => path.endsWith(`${file}.ts`))
      ?.declarations.find(({ kind }) => kind === 'class');
    if (declared === undefined) throw new Error(`no class is declared in ${file}.ts`);
    return publicFace(declared, tag, parts);
  });
  const exports = declarations.flatMap(({ name, tagName }) => [
    { kind: 'js', name, declaration: { name, module: 'index.js' } },
    { kind: 'custom-element-definition', name: tagName, declaration: { name, module: 'index.js' } },
  ]);
  return {
    schemaVersion: found.schemaVersion,
    modules: [{ kind: 'javascript-module', path: 'index.js', declarations, exports }],
  } as unknown as Manifest;
}

function publicFace(declared: Declaration, tagName: string, parts: string): ElementDescription {
  const { kind, name, description = '', events = [], slots = [] } = declared;
  const members = (declared.members ?? [])
    .filter((member) => isPublic(member))
    .map((member) => ({
      ...member,
      ...(member.attribute === undefined ? {} : { attribute: attributeOf(member.name) }),
    }));
  const fields = members.filter((member) => member.attribute !== undefined);
  const id = {
    name: 'id',
    fieldName: 'id',
    type: { text: 'string' },
    description: 'The id of the application (`app_…`).',
  };
  const attributes = fields.map(({ name: fieldName, type, description: about = '' }) => ({
    name: attributeOf(fieldName),
    fieldName,
    type: type ?? { text: 'string' },
    description: about,
  }));
  return {
    kind,
    name,
    tagName,
    customElement: true,
    description,
    attributes: tagName === 'svc-client' ? [id, ...attributes] : attributes,
    members,
    events,
    slots,
    cssParts: parts.split(' ').map(describedPart),
    cssProperties: CSS_PROPERTIES,
  } as ElementDescription;
}

function describedPart(name: string): { name: string; description: string } {
  const description = PART_DESCRIPTIONS[name];
  if (description === undefined) throw new Error(`the part ${name} has no description`);
  return { name, description };
}

const PART_DESCRIPTIONS: Readonly<Record<string, string>> = {
  actions: "The bar with 'Save Prescriptions' or 'Send Order'.",
  add: 'The button that adds what the form holds.',
  attestation: 'What a prescriber agrees to before the first signature.',
  banner: 'Who this is for.',
  button: 'A button of the sign-in.',
  chip: 'A state in a word, with its icon.',
  combine: 'The offer to add to an order that has not left.',
  confirm: 'The button that signs.',
  draft: "One prescription in 'Pending Order'.",
  field: 'A label, its input and what is said about it.',
  form: 'The form for one prescription.',
  history: 'The medication history.',
  input: 'An input of any kind.',
  medication: 'A medication line, wherever one is shown.',
  note: 'A hint, a warning or an error.',
  option: 'One entry of a list that opens.',
  'patient-form': 'The form that creates or edits a patient.',
  'patient-picker': 'The search for a patient.',
  order: 'One order in the recent orders.',
  'pending-order': "'Pending Order'.",
  pharmacy: 'The choice of a pharmacy.',
  popup: 'A list that opens.',
  prescription: 'One prescription of the medication history.',
  maintenance: 'What the client says of announced maintenance.',
  primary: 'The one button of the sign-in that goes on.',
  'recent-orders': 'The recent orders of the patient.',
  result: 'What became of what was sent.',
  review: 'The review before the signature.',
  'sign-in': 'What the client says when nobody is signed in.',
  submit: "'Save Prescriptions' or 'Send Order'.",
  summary: 'What is missing before anything can be signed.',
  tab: 'One tab of the choice of a pharmacy.',
  tabs: 'Its tabs.',
  undo: 'What was just deleted, and can be brought back.',
};

const INNER = new Set(['parts', 'load', 'changed', 'connectedCallback', 'disconnectedCallback']);

function isPublic({ name, privacy, static: isStatic }: Member): boolean {
  return privacy === undefined && isStatic !== true && !name.startsWith('#') && !INNER.has(name);
}

/** `templateIds` → `template-ids`. */
function attributeOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const CSS_PROPERTIES = [
  ...Object.entries(COLORS).map(([name, [light, dark]]) => ({
    name: `--svc-${name}`,
    description: `A color; by default ${light} on light and ${dark} on dark.`,
    default: `light-dark(${light}, ${dark})`,
  })),
  { name: '--svc-font', description: 'The font family.', default: 'system-ui' },
  { name: '--svc-font-size', description: 'The size of text; never below 16 px.', default: '1rem' },
  { name: '--svc-radius', description: 'The corners of fields and buttons.', default: '8px' },
  { name: '--svc-radius-card', description: 'The corners of cards.', default: '10px' },
];

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
