// The one style sheet of the service's pages: the palette, what all pages share, and the looks; light and dark, from 320 px.
import { paletteCss } from '@pestle/rules/colors';
import type { FastifyInstance } from 'fastify';
import { fixedFile, serveFixed } from '../fixed-file.ts';
import { LOOKS, PAPER } from './looks.ts';
import { SHARED } from './shared.ts';

// A sheet's paper has the weight of the palette, so it stands where only the dark palette comes after it.
const [light = '', dark = ''] = paletteCss().split(/(?=@media screen)/);

const STYLE = fixedFile('/pages', 'css', `${light}${PAPER}${dark}${SHARED}${LOOKS}`);

export const STYLE_PATH = STYLE.path;

/** Serves the style sheet; each room whose pages use it asks for this, and the first one does it. */
export function servePageStyle(app: FastifyInstance): void {
  if (!app.hasRoute({ method: 'GET', url: STYLE.path })) serveFixed(app, STYLE);
}
