// Follows every relative link of the README files and the docs: the file must be there, and the heading in it.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'apps/*/*.md'], { cwd: root });

/** What is not code, where brackets mean something else. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

function linksOf(markdown: string): string[] {
  return Array.from(
    prose(markdown).matchAll(/\]\(<?([^()\s<>]+)>?(?:\s+"[^"]*")?\)/g),
    ([, target = '']) => target,
  );
}

/** The names by which a page's headings are linked, as code hosts make them; a repeated one is counted on. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = name;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${name}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  const fault = (what: string): string => `${page}: ${link} ${what}`;
  if (relative(root, target).startsWith('..')) return fault('leaves the repository');
  if (!existsSync(target)) return fault('is not there');
  if (anchor === undefined) return undefined;
  if (statSync(target).isDirectory() || !target.endsWith('.md')) return fault('has no headings');
  return anchorsOf(readFileSync(target, 'utf8')).has(anchor) ? undefined : fault('names no heading');
}

test('every relative link of the README files and the docs leads somewhere', () => {
  assert.ok(pages.includes('README.md') && pages.includes(join('docs', 'README.md')));
  const faults = pages.flatMap((page) =>
    linksOf(readFileSync(join(root, page), 'utf8'))
      .filter((link) => !/^[a-z][a-z+.-]*:/.test(link))
      .flatMap((link) => faultOf(page, link) ?? []),
  );
  assert.deepEqual(faults, []);
});

test('every page of the docs is linked from another one, but for the map of them', () => {
  const linked = new Set(
    pages.flatMap((page) =>
      linksOf(readFileSync(join(root, page), 'utf8')).map((link) =>
        relative(root, resolve(root, dirname(page), link.split('#')[0] ?? '')),
      ),
    ),
  );
  const lost = pages.filter(
    (page) => page.startsWith('docs') && !page.endsWith('README.md') && !linked.has(page),
  );
  assert.deepEqual(lost, []);
});

test('every file and folder that CONTRIBUTING names is there', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const paths = Array.from(
    page.matchAll(/`((?:packages|apps|scripts|docs|e2e|bench)\/[\w./-]+)`/g),
    ([, path = '']) => path,
  );
  assert.ok(paths.length > 20, String(paths.length));
  assert.deepEqual(
    paths.filter((path) => !path.includes('/dist/') && !existsSync(join(root, path))),
    [],
  );
});
