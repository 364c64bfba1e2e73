// @ts-check
// Owns the pictures of states: a shape for each, so that no state is told by color alone.

const SVG = 'http://www.w3.org/2000/svg';

/** Strokes on a field of 16 × 16. */
const SHAPES = {
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.400a6.200 6.200 0 0 0 0-12.400M8 4.600V8l2.400 1.600',
  send: 'M1.900 8 14 2.200 10.400 13.800 7.600 9zM7.600 9 14 2.200',
  check: 'M2.600 8.600 6.200 12.200 13.400 4.200',
  inbox: 'M2 9.500h3.400l1 2h3.200l1-2H14M2 9.500 4 3h8l2 6.500V13H2z',
  mortar:
    'M2.400 7h11.200c0 3.200-1.700 5.400-4 6.100V14H6.400v-.900c-2.300-.700-4-2.900-4-6.100M9.200 7l2.600-5.200',
  truck:
    'M1.500 3.800h8v7.400h-8zM9.500 6.400h2.900l2.100 2.400v2.400h-5M4.400 13.200a1.400 1.400 0 1 0 0-2.800a1.400 1.400 0 0 0 0 2.800M11.600 13.200a1.400 1.400 0 1 0 0-2.800a1.400 1.400 0 0 0 0 2.800',
  done: 'M1.200 8.600 4.600 12 10.400 4.800M8 10.800l1.200 1.200 5.600-7.200',
  slash: 'M8 1.800a6.200 6.200 0 1 0 0 12.400a6.200 6.200 0 0 0 0-12.400M3.700 3.700l8.600 8.600',
  alert: 'M8 1.800 14.800 13.800H1.200zM8 6v3.800M8 11.600v.6',
  hand: 'M5.200 1.800h5.600l3.400 3.400v5.600l-3.400 3.400H5.200l-3.400-3.400V5.200zM8 4.600v4.200M8 10.800v.6',
  route:
    'M3.600 12.600a1.600 1.600 0 1 0 0-3.200a1.600 1.600 0 0 0 0 3.200M12.400 6.600a1.600 1.600 0 1 0 0-3.200a1.600 1.600 0 0 0 0 3.200M5.200 11h3.600c3.200 0 3.600-2.200 3.600-4.400',
  fax: 'M4.200 6V1.800h7.600V6M4.200 11.600H1.800V6h12.400v5.600h-2.400M4.200 9.400h7.600v4.800H4.200z',
  reply: 'M6.400 3.400 2.200 7.600l4.200 4.200M2.200 7.600h7.200c2.600 0 4.400 1.800 4.400 5',
  question:
    'M8 1.800a6.200 6.200 0 1 0 0 12.400a6.200 6.200 0 0 0 0-12.400M6.100 6.200c.200-2.400 3.900-2.300 3.900.100 0 1.600-2 1.600-2 3.200M8 11.200v.6',
};

/**
 * A picture that says nothing by itself: words stand beside it.
 * @param {keyof typeof SHAPES} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.append(path);
  return svg;
}
