// docs/elements/reference.md, from the elements' manifest: every attribute, property, method, event, part, token and slot, and an example
// of each framework out of `examples`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementDescription } from '@pestle/elements/element-description';
import { describeElements } from '@pestle/elements/manifest';
import { declarationSections, publicDeclarations } from './declarations.ts';
import { GENERATED_NOTE, table } from './markdown.ts';

const EXAMPLES: ReadonlyArray<readonly [framework: string, language: string, file: string]> = [
  ['React 19', 'tsx', 'examples/react/src/main.tsx'],
  ['Vue 3', 'vue', 'examples/vue/src/App.vue'],
  ['Svelte 5', 'svelte', 'examples/svelte/src/App.svelte'],
  ['Angular', 'html', 'examples/angular/src/main.ts'],
  ['No framework, rendered on a server', 'html', 'examples/server-rendered/server.ts'],
];

export function elementsReference(root: string): string {
  const [{ declarations }] = describeElements(join(root, 'packages/elements')).modules;
  const tokens = declarations[0]?.cssProperties ?? [];
  return `${GENERATED_NOTE}
# The elements: reference

Everything that a page may use. What is not here is not public. [The elements](README.md) says how to begin.

- Attributes are text. Booleans are \`true\` or \`false\`; a bare attribute is \`true\`. Where the type is more than text, the attribute takes JSON, and
  the property takes the value itself. All of them may be changed at any time.
- What is set wrongly fires \`svc-error\`, which names the attribute and the place in it; the element stays usable. A \`disable-list\` that cannot be read
  stops prescribing.
- Events bubble and leave shadow roots: a listener on the document gets them.

${declarations.map(section).join('\n\n')}

## Tokens

Custom properties that a page sets on an element or on anything around it. The contrast of the default colors is tested (WCAG 2.2 AA); who changes a
color answers for its contrast.

${table(
  ['Property', 'Default', 'What it is'],
  tokens.map(({ name, default: value, description }) => [code(name), code(value), description]),
)}

${others(root)}

## The same page in each framework

From [\`examples\`](../../examples/README.md), which are installed, built and used in a browser by \`npm run test:hosts\`; [How to
embed](../guides/hosts.md) explains them.

${EXAMPLES.map(([framework, language, file]) => example(root, framework, language, file)).join('\n\n')}
`;
}

function section(element: ElementDescription): string {
  const { tagName, description = '', attributes, members = [], events = [], slots = [], cssParts } = element;
  const properties = members.filter(({ kind, attribute }) => kind === 'field' && attribute === undefined);
  const methods = members.filter(({ kind }) => kind === 'method');
  const blocks: readonly (readonly [title: string, head: readonly string[], rows: readonly string[][]])[] = [
    [
      'Attributes, and the properties that are their twins',
      ['Attribute', 'Property', 'Type', 'What it is'],
      attributes.map(({ name, fieldName, type, description: about }) => [
        code(name),
        code(fieldName),
        code(type.text.replace(/ \| null$/, '')),
        about,
      ]),
    ],
    [
      'Properties without an attribute',
      ['Property', 'Type', 'What it is'],
      properties.map(({ name, type, description: about = '' }) => [
        code(name),
        code(type?.text ?? ''),
        about,
      ]),
    ],
    [
      'Methods',
      ['Method', 'Answers', 'What it does'],
      methods.map((method) => [
        code(signature(method)),
        code(method.return?.type?.text ?? 'void'),
        method.description ?? '',
      ]),
    ],
    [
      'Events',
      ['Event', '`detail`', 'When'],
      events.map(({ name, type, description: about = '' }) => [code(name), code(detailOf(type.text)), about]),
    ],
    [
      'Slots',
      ['Slot', 'What it takes'],
      slots.map(({ name, description: about = '' }) => [name === '' ? 'default' : code(name), about]),
    ],
    [
      'Parts',
      ['`::part(…)`', 'What it is'],
      cssParts.map(({ name, description: about }) => [code(name), about]),
    ],
  ];
  const filled = blocks.filter(([, , rows]) => rows.length > 0);
  return `## ${tagName}

${description}

${filled.map(([title, head, rows]) => `**${title}**\n\n${table(head, rows)}`).join('\n\n')}`;
}

function signature({ name, parameters = [] }: NonNullable<ElementDescription['members']>[number]): string {
  const given = parameters.map(
    (one) => `${one.name}${one.optional === true ? '?' : ''}: ${one.type?.text ?? 'unknown'}`,
  );
  return `${name}(${given.join(', ')})`;
}

/** `CustomEvent<{order: object}>` → `{order: object}`. */
function detailOf(type: string): string {
  return /^CustomEvent<(.*)>$/.exec(type)?.[1] ?? type;
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** What the package exports beside the elements: functions, values, and the types of what is set and of what events carry. */
function others(root: string): string {
  return publicDeclarations(root, 'packages/elements')
    .map(({ specifier, declarations }) => {
      const shown = declarations.filter(({ kind }) => kind !== 'class');
      return `## What \`${specifier}\` exports besides\n\n${declarationSections(shown, '###')}`;
    })
    .join('\n\n');
}

/** The tags of an example, as its file has them, moved to the margin. */
function example(root: string, framework: string, language: string, file: string): string {
  const source = readFileSync(join(root, file), 'utf8');
  const [, margin = '', tags = ''] = /^( *)(<svc-client[\s\S]*?<\/svc-client>)/m.exec(source) ?? [];
  if (tags === '') throw new Error(`${file} shows no svc-client`);
  const text = tags.replaceAll(`\n${margin}`, '\n');
  return `**${framework}**, from [\`${file}\`](../../${file})\n\n\`\`\`${language}\n${text}\n\`\`\``;
}
