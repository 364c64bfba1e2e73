// Owns what the elements make of the palette: their custom properties, and which color text may stand on.
import { COLORS, type ColorName } from '@pestle/rules/colors';

/** What stands on what, and the least contrast (WCAG 2.2: 4.5 for text, 3 for outlines and focus rings). */
export const CONTRASTS: ReadonlyArray<readonly [on: ColorName, over: ColorName, least: number]> = [
  ['fg', 'bg', 4.5],
  ['fg', 'surface', 4.5],
  ['fg', 'raised', 4.5],
  ['fg', 'selected', 4.5],
  ['fg', 'match', 4.5],
  ['muted', 'bg', 4.5],
  ['muted', 'surface', 4.5],
  ['muted', 'raised', 4.5],
  ['muted', 'selected', 4.5],
  ['accent', 'surface', 4.5],
  ['accent', 'bg', 4.5],
  ['accent', 'raised', 4.5],
  ['on-accent', 'accent', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'raised', 4.5],
  ['danger', 'selected', 4.5],
  ['danger', 'danger-bg', 4.5],
  ['fg', 'danger-bg', 4.5],
  ['warn', 'surface', 4.5],
  ['warn', 'warn-bg', 4.5],
  ['fg', 'warn-bg', 4.5],
  ['ok', 'surface', 4.5],
  ['ok', 'ok-bg', 4.5],
  ['control', 'surface', 3],
  ['control', 'bg', 3],
  ['focus', 'surface', 3],
  ['focus', 'bg', 3],
  ['focus', 'raised', 3],
];

/**
 * The declarations for `:host`. Inside, `--_name` is used; it takes `--svc-name` wherever a page sets it, also on an
 * ancestor, which a plain `:host { --svc-name: … }` would shut out.
 */
export function colorDeclarations(): string {
  return Object.entries(COLORS)
    .map(([name, [light, dark]]) => `--_${name}:var(--svc-${name},light-dark(${light},${dark}));`)
    .join('');
}

/** WCAG contrast of two colors written `#rrggbb`: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
