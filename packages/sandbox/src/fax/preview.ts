// Owns the picture of a fax page: an SVG drawn from the page's own texts, lines and pictures.
import { type Drawn, type Page, readPages, short } from './pdf/page.ts';

const FAMILIES = {
  sans: 'Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif',
  serif: 'Times New Roman, Times, Liberation Serif, DejaVu Serif, serif',
  mono: 'Courier New, Courier, Liberation Mono, DejaVu Sans Mono, monospace',
} as const;

/** The page of this number (1 is the first) as an SVG document, or null when there is no such page. Throws UnreadablePdf. */
export function previewPage(pdf: Buffer, number: number): string | null {
  const page = readPages(pdf)[number - 1];
  return page === undefined ? null : svgOf(page);
}

/** Draws a page. The text keeps its measured width, whatever font the reader has. */
function svgOf(page: Page): string {
  const size = `${short(page.width)} ${short(page.height)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" width="${short(page.width)}" height="${short(page.height)}">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...page.drawn.map(elementOf),
    '</svg>\n',
  ].join('\n');
}

function elementOf(drawn: Drawn): string {
  switch (drawn.is) {
    case 'text': {
      const { text, matrix, size, width, font, color } = drawn;
      const weight = font.bold ? ' font-weight="700"' : '';
      const style = font.italic ? ' font-style="italic"' : '';
      const fit = width > 0 ? ` textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"` : '';
      return `<text transform="matrix(${matrix.map(short).join(' ')})" font-family="${FAMILIES[font.family]}" font-size="${short(size)}"${weight}${style}${fit} fill="${color}" xml:space="preserve">${escape(text)}</text>`;
    }
    case 'path': {
      const { data, fill, stroke, lineWidth, evenOdd } = drawn;
      const rule = evenOdd ? ' fill-rule="evenodd"' : '';
      const line = stroke === null ? '' : ` stroke="${stroke}" stroke-width="${short(lineWidth)}"`;
      return `<path d="${data}" fill="${fill ?? 'none'}"${rule}${line}/>`;
    }
    case 'picture': {
      const { picture, matrix } = drawn;
      const boxes = picture.boxes.map(
        ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`,
      );
      // Six digits: a pixel of a large picture is far smaller than a point.
      const transform = matrix.map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
      return `<path transform="matrix(${transform})" d="${boxes.join('')}" fill="#000000" shape-rendering="crispEdges"/>`;
    }
    default:
      return drawn satisfies never;
  }
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\t\n\r\u0020-\ufffd]/g, '\ufffd');
}
