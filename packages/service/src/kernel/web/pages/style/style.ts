// The style of the service's pages: the palette, what all pages share, and the looks; light and dark, from 320 px.
import { paletteCss } from '@pestle/rules/colors';
import type { FastifyInstance } from 'fastify';
import { fixedFile, serveFixed } from '../fixed-file.ts';
import { LOOKS, PAPER, SHEET } from './looks.ts';
import { SHARED } from './shared.ts';

// A sheet's paper has the weight of the palette, so it stands where only the dark palette comes after it.
const [light = '', dark = ''] = paletteCss().split(/(?=@media screen)/);
const styleOf = (looks: string) =>
  fixedFile('/pages', 'css', tight(`${light}${PAPER}${dark}${SHARED}${looks}`));

const ALL = styleOf(LOOKS);
// Pharmacies have slow lines and old browsers: the record's page loads its own look alone.
const OF_SHEET = styleOf(SHEET);

/** Without the blanks that only people read. */
function tight(css: string): string {
  return css
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(';}', '}')
    .trim();
}

/** Where the style of a look is. */
export function stylePath(look: 'card' | 'column' | 'sheet' | 'desk'): string {
  return (look === 'sheet' ? OF_SHEET : ALL).path;
}

/** Serves the style sheets; each room whose pages use them asks for this, and the first one does it. */
export function servePageStyle(app: FastifyInstance): void {
  for (const file of [ALL, OF_SHEET])
    if (!app.hasRoute({ method: 'GET', url: file.path })) serveFixed(app, file);
}
