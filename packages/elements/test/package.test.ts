// The npm package as others get it: imported on a server, seen by a compiler, described completely (E2, E4).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lostWords } from '../../../scripts/packages/words.ts';
import type { Manifest } from '../scripts/element-description.ts';
import { describeElements } from '../scripts/manifest.ts';
import { buildPackage } from '../scripts/package.ts';
import { WORKFLOW_ATTRIBUTES } from '../src/attributes/workflow-attributes.ts';
import { VERSION } from '../src/version.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'pestle-consumer-'));
const installed = join(project, 'node_modules/@pestle/elements');
const read = (name: string): string => readFileSync(join(installed, name), 'utf8');

before(async () => {
  await buildPackage(installed);
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  for (const name of ['lit', 'oauth4webapi', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name), 'junction');
});
after(() => rmSync(project, { recursive: true, force: true }));

describe('E2: importing', () => {
  test('on a server, without a window, it does nothing; again, it does nothing', async () => {
    const script = `
      await import('@pestle/elements');
      const aliases = await import('@pestle/elements/aliases');
      aliases.defineAliases({ prefix: 'acme' });
      await import('@pestle/elements');
      console.log(typeof window, typeof customElements);`;
    writeFileSync(join(project, 'server.mjs'), script);
    const run = spawnSync(process.execPath, ['server.mjs'], { cwd: project, encoding: 'utf8' });
    assert.equal(run.stderr, '');
    assert.equal(run.stdout.trim(), 'undefined undefined');
  });

  test('the version is that of package.json, and every exported file is there', () => {
    const published = JSON.parse(read('package.json')) as {
      version: string;
      exports: Record<string, string | Record<string, string>>;
      files: string[];
    };
    assert.equal(published.version, VERSION);
    for (const target of Object.values(published.exports)) {
      for (const file of typeof target === 'string' ? [target] : Object.values(target))
        assert.ok(existsSync(join(installed, file)), file);
    }
    assert.ok(published.files.includes('LICENSE') && published.files.includes('types'));
  });

  test('nothing in it evaluates text or writes HTML', () => {
    for (const name of (JSON.parse(read('package.json')) as { files: string[] }).files) {
      if (!name.endsWith('.js')) continue;
      assert.doesNotMatch(
        read(name),
        /\beval\(|new Function\(|document\.write|insertAdjacentHTML|outerHTML\s*=/,
        name,
      );
    }
  });
});

test('a compiler knows the tags, the properties, the methods and the events', () => {
  writeFileSync(
    join(project, 'page.ts'),
    `import '@pestle/elements/angular';
import { configure, type InitialPrescription } from '@pestle/elements';
import { defineAliases } from '@pestle/elements/aliases';
configure({ apiUrl: 'https://rx.example' });
defineAliases({ prefix: 'acme' });
const workflow = document.querySelector('svc-prescribe-workflow');
const one: InitialPrescription = { treatmentId: 'trt_1', dispenseQuantity: 30, dispenseUnit: 'Tablet', fillsAllowed: 1, daysSupply: 30, instructions: 'Take 1 tablet daily.' };
if (workflow !== null) {
  workflow.initialPrescriptions = [one];
  workflow.beforeSubmit = async ({ draftIds }) => draftIds.length > 0;
  const opened: Promise<boolean> = workflow.submit();
  void opened;
  // @ts-expect-error a unit that does not exist
  workflow.weightUnit = 'stone';
}
document.querySelector('svc-client')?.addEventListener('svc-error', (event) => console.log(event.detail.errors[0]?.extensions.code));
`,
  );
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        skipLibCheck: false,
      },
      files: ['page.ts'],
    }),
  );
  const { status, stdout } = spawnSync('tsc', ['-p', project], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('what the code says of its public declarations stands in the types, too', () => {
  assert.deepEqual(lostWords(root, 'packages/elements', installed), []);
  const types = globSync('types/**/*.d.ts', { cwd: installed })
    .map((file) => read(file))
    .join('\n');
  for (const words of ['@csspart submit', '@cssprop --svc-accent', '@fires', '@attr patient-id'])
    assert.ok(types.includes(words), words);
});

describe('E4: custom-elements.json', () => {
  const elements = () => (JSON.parse(read('custom-elements.json')) as Manifest).modules[0].declarations;
  const element = (tag: string) => {
    const found = elements().find(({ tagName }) => tagName === tag);
    assert.ok(found !== undefined, tag);
    return found;
  };

  test('every attribute has a name, a property twin and a description', () => {
    assert.deepEqual(
      elements().map(({ tagName }) => tagName),
      ['svc-client', 'svc-prescribe-workflow', 'svc-med-history'],
    );
    const described = element('svc-prescribe-workflow').attributes;
    assert.deepEqual(
      described.map(({ name }) => name),
      [...WORKFLOW_ATTRIBUTES, 'theme'],
    );
    for (const { attributes } of elements())
      for (const { name, description, fieldName } of attributes) {
        assert.ok(description.length > 10, name);
        assert.equal(fieldName.toLowerCase(), name.replaceAll('-', ''));
      }
  });

  test('the attributes of svc-client are those that are documented', () => {
    const names = element('svc-client').attributes.map(({ name }) => name);
    assert.deepEqual(names, [
      'id',
      'org',
      'auto-login',
      'redirect-uri',
      'redirect-path',
      'dev-mode',
      'api-url',
      'user-id',
      'attention',
      'theme',
    ]);
  });

  test('events, methods, parts and custom properties are listed; nothing private is', () => {
    const { events = [], members = [], cssParts, cssProperties } = element('svc-prescribe-workflow');
    assert.equal(events.length, 11);
    const methods = members.filter(({ kind }) => kind === 'method').map(({ name }) => name);
    assert.deepEqual(methods, ['submit', 'addDraft', 'reset']);
    assert.ok(cssParts.some(({ name }) => name === 'submit'));
    assert.ok(cssProperties.some(({ name }) => name === '--svc-accent'));
    for (const { members: all = [] } of elements())
      for (const { name } of all)
        assert.doesNotMatch(name, /^[#_]|Callback$|^(?:load|call|changed|raw|handOn)$/);
  });

  test('types for JSX and Vue, and data for VS Code, name the same tags', () => {
    for (const file of ['jsx.d.ts', 'react.d.ts', 'vue.d.ts', 'angular.d.ts', 'vscode.html-custom-data.json'])
      for (const { tagName } of elements()) assert.ok(read(file).includes(tagName), `${file} ${tagName}`);
    assert.match(read('svelte.d.ts'), /SvelteHTMLElements extends CustomElements/);
  });

  test('types for JSX: an attribute takes text only, its property the object, an event its detail', () => {
    const types = read('jsx.d.ts');
    const element = 'PrescribeWorkflowElement';
    assert.ok(types.includes(`'disable-list'?: Attribute<${element}['disableList']> | undefined;`));
    assert.ok(types.includes(`  disableList?: ${element}['disableList'] | undefined;`));
    assert.ok(types.includes(`  beforeSubmit?: ${element}['beforeSubmit'] | undefined;`));
    assert.ok(types.includes("'onsvc-error'?: ((event: CustomEvent<{errors: PlainError[]}>) => void)"));
    assert.match(types, /import type \{[^}]*PlainError[^}]*\}/);
  });
});

test('every part that a body draws is one that a page can style', async () => {
  const { CLIENT_PARTS, HISTORY_PARTS, WORKFLOW_PARTS } = await import('../src/shells/parts.ts');
  const known = new Set([CLIENT_PARTS, HISTORY_PARTS, WORKFLOW_PARTS].flatMap((parts) => parts.split(' ')));
  const sources = globSync('packages/elements/src/{kit,workflow,history,client}/**/*.ts', { cwd: root });
  for (const file of sources) {
    for (const [, names = ''] of readFileSync(join(root, file), 'utf8').matchAll(/\bpart="([\w -]+)"/g))
      for (const name of names.split(' ')) assert.ok(known.has(name), `${file}: ${name}`);
  }
});

test('every custom property that a style sheet reads is described, with the default that it has there', () => {
  const described = new Map(
    describeElements(join(root, 'packages/elements'))
      .modules[0].declarations.flatMap(({ cssProperties }) => cssProperties)
      .map(({ name, default: value }) => [name, value]),
  );
  const read = globSync('packages/elements/src/{kit,client,history,workflow}/**/*.ts', { cwd: root }).flatMap(
    (file) =>
      Array.from(
        readFileSync(join(root, file), 'utf8').matchAll(/var\((--svc-[a-z-]+), *([\w-]+)/g),
        ([, name = '', value = '']) => [name, value],
      ),
  );
  const plain = [...described].filter(([, value]) => !value.startsWith('light-dark'));
  assert.deepEqual(new Map(read as [string, string][]), new Map(plain));
});

test('the client for programs is in neither build: pages have their own session', async () => {
  const { servedElements } = await import('../scripts/build.ts');
  const marker = 'needs a token or the credentials of a machine';
  const source = readFileSync(join(root, 'packages/client/src/api/create-client.ts'), 'utf8');
  assert.ok(source.includes(marker), 'what is looked for is there, in the client');
  for (const folder of [installed, await servedElements()]) {
    const files = globSync('**/*.js', { cwd: folder });
    assert.ok(files.length > 5);
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), new RegExp(marker), file);
  }
});

test('the build of the service knows where it lies; the one of the package does not', async () => {
  const { servedElements } = await import('../scripts/build.ts');
  assert.match(readFileSync(join(await servedElements(), 'pestle.js'), 'utf8'), /import\.meta/);
  assert.doesNotMatch(read('index.js'), /import\.meta/);
  assert.ok(pathToFileURL(installed).href.startsWith('file:'));
});
