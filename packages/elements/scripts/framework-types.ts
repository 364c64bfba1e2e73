// The types of the elements in JSX and in the templates of React, Vue and Svelte: what each attribute, property and event takes.
import type { ElementDescription, Manifest } from './element-description.ts';

/** For any JSX: an attribute is text, an object goes by the property of the same name. */
export function jsxTypes({ modules: [{ declarations }] }: Manifest): string {
  const tags = declarations.map(({ tagName, name }) => `  '${tagName}': Common & ${name}Props;`);
  return `// Generated from custom-elements.json.
import type { ${namesOf(declarations)}, CheckedDraft, PlainError } from './types/index.js';

/** What stands in an attribute is text: an object would be written as "[object Object]". */
type Attribute<Value> = Extract<Value, string>;

/** What every tag takes. */
interface Common {
  children?: unknown;
  class?: string | undefined;
  className?: string | undefined;
  dir?: 'ltr' | 'rtl' | 'auto' | undefined;
  hidden?: boolean | undefined;
  id?: string | undefined;
  key?: string | number | null | undefined;
  lang?: string | undefined;
  ref?: unknown;
  slot?: string | undefined;
  style?: unknown;
  title?: string | undefined;
}

${declarations.map((one) => propsOf(one)).join('\n')}
export interface CustomElements {
${tags.join('\n')}
}
`;
}

/** For React 19: \`import type {} from '@pestle/elements/react'\` in any file of a project tells its JSX the tags. */
export function reactTypes({ modules: [{ declarations }] }: Manifest): string {
  const props = declarations.map(({ name }) => `${name}Props`).join(', ');
  const tags = declarations.map(({ tagName, name }) => `      '${tagName}': Tag<${name}, ${name}Props>;`);
  return `// Generated from custom-elements.json.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ${props} } from './jsx.js';
import type { ${namesOf(declarations)} } from './types/index.js';

type Tag<Element, Props> = Props & Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Props>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${tags.join('\n')}
    }
  }
}
`;
}

/** For Vue's templates: `import type {} from '@pestle/elements/vue'` in any file of a project tells its compiler the tags. */
export function vueTypes({ modules: [{ declarations }] }: Manifest): string {
  const props = declarations.map(({ name }) => `${name}Props`).join(', ');
  const tags = declarations.map(({ tagName, name }) => `    '${tagName}': Tag<${name}Props>;`);
  return `// Generated from custom-elements.json.
import type { DefineComponent } from 'vue';
import type { ${props} } from './jsx.js';

type Camel<Text> = Text extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camel<Tail>>}\` : Text;

/** Vue writes the listener of \`svc-ready\` as \`onSvcReady\`. */
type Listener<Name> = Name extends \`on\${infer Event}\` ? \`on\${Capitalize<Camel<Event>>}\` : Name;

type Tag<Props> = DefineComponent<{ [Name in keyof Props as Listener<Name>]: Props[Name] }>;

declare module 'vue' {
  interface GlobalComponents {
${tags.join('\n')}
  }
}
`;
}

/** For Svelte 5: `import type {} from '@pestle/elements/svelte'` in any file of a project tells its compiler the tags. */
export function svelteTypes(): string {
  return `// Generated from custom-elements.json.
import type { CustomElements } from './jsx.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends CustomElements {}
}
`;
}

function namesOf(declarations: readonly ElementDescription[]): string {
  return declarations.map(({ name }) => name).join(', ');
}

function propsOf({ name, attributes, members = [], events = [] }: ElementDescription): string {
  const lines = attributes.flatMap(({ name: attribute, fieldName, description }) => {
    const property = line(description, fieldName, `${name}['${fieldName}']`);
    if (attribute === fieldName) return [property];
    return [line(description, `'${attribute}'`, `Attribute<${name}['${fieldName}']>`), property];
  });
  const known = new Set(attributes.map(({ fieldName }) => fieldName));
  for (const { kind, name: field, description = '' } of members)
    if (kind === 'field' && !known.has(field)) lines.push(line(description, field, `${name}['${field}']`));
  for (const { name: event, type, description = '' } of events)
    lines.push(line(description, `'on${event}'`, `((event: ${type.text}) => void)`));
  return `export interface ${name}Props {\n${lines.join('')}}\n`;
}

function line(description: string, name: string, type: string): string {
  return `  /** ${description.replaceAll(/\s+/g, ' ').replaceAll('*/', '')} */\n  ${name}?: ${type} | undefined;\n`;
}
