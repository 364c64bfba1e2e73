// Draws the rooms of a folder: boxes on floors, arrows to what each uses. A picture depends on rooms and arrows only, so that few edits change it.
import { instance } from '@viz-js/viz';
import { type Arrow, floorsOf, needed } from './floors.ts';
import { roomsOf, sourceFolders } from './rooms.ts';
import { readTree, type Tree } from './tree.ts';

export const PICTURES = 'docs/pictures/architecture';

/** Colors on light and on dark pages; the image follows the reader's setting. */
const STYLE = `
    text { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #14202b }
    .page { fill: #ffffff }
    .room path, .room polygon { fill: #eef3f8; stroke: #76879a }
    .use path { stroke: #50606f; fill: none } .use polygon { fill: #50606f; stroke: #50606f }
    .back path { stroke: #b3261e; fill: none } .back polygon { fill: #b3261e; stroke: #b3261e }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .page { fill: #0f151b }
      .room path, .room polygon { fill: #1b2733; stroke: #6b7f92 }
      .use path { stroke: #93a4b5 } .use polygon { fill: #93a4b5; stroke: #93a4b5 }
      .back path { stroke: #ff8a80 } .back polygon { fill: #ff8a80; stroke: #ff8a80 }
    }
`;

/** One picture for each package and app below `root`, by its path. */
export async function architecturePictures(root: string): Promise<Readonly<Record<string, () => string>>> {
  const viz = await instance();
  const tree = readTree(root);
  return Object.fromEntries(
    sourceFolders(tree).map((folder) => [
      `${PICTURES}/${folder.split('/')[1]}.svg`,
      () => finished(viz.renderString(dotOf(tree, folder), { format: 'svg' }), captionOf(tree, folder)),
    ]),
  );
}

/** What the picture says in words. */
function captionOf(tree: Tree, folder: string): string {
  const { floors, arrows, back } = floorsOf(roomsOf(tree, folder));
  const names = floors.map((floor) => floor.map((name) => name.replace(/\/$/, '')).join(', ')).toReversed();
  const up = back.length === 0 ? 'none' : String(back.length);
  return `${folder}: ${floors.flat().length} rooms on ${floors.length} floors, ${arrows.length} arrows, ${up} back up. From the top: ${names.join('; ')}.`;
}

/** The graph in the language of Graphviz. An arrow that follows from others is not drawn: it would only cover them. */
function dotOf(tree: Tree, folder: string): string {
  const { floors, arrows, back } = floorsOf(roomsOf(tree, folder));
  const up = new Set(back);
  const down = needed(arrows.filter((arrow) => !up.has(arrow)));
  const drawn = (list: readonly Arrow[], kind: string): string[] =>
    list.map(([from, to]) => `  "${from}" -> "${to}" [${kind}]`);
  return [
    'digraph {',
    '  graph [rankdir=TB, nodesep=0.22, ranksep=0.42, bgcolor="transparent"]',
    '  node [shape=box, style=rounded, class=room, fontname="Helvetica", fontsize=13, height=0.36, margin="0.14,0.04"]',
    '  edge [arrowsize=0.6]',
    ...floors.map((floor) => `  { rank=same; ${floor.map((name) => `"${name}"`).join('; ')} }`),
    ...drawn(down, 'class=use'),
    ...drawn([...up], 'class=back, constraint=false'),
    '}',
  ].join('\n');
}

/** The drawing with its words for those who do not see it, and colors by class instead of on each line. */
function finished(svg: string, caption: string): string {
  const start = svg.indexOf('<svg');
  const [, width = '', height = ''] = /viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return svg
    .slice(start)
    .replace(/<svg[^>]*>/, () =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
        `<title id="title">${caption}</title>`,
        `<style>${STYLE}</style>`,
        `<rect class="page" width="${width}" height="${height}" rx="10"/>`,
      ].join('\n'),
    )
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll(/ (?:fill|stroke|font-family)="[^"]*"/g, '')
    .replaceAll(/<title>[^<]*<\/title>\n?/g, '')
    .trimEnd()
    .concat('\n');
}
