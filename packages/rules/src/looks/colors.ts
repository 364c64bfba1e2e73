// Owns the palette of everything that people see: the elements, the service's pages, the portal and the control room.

/** Light value, dark value. `border` is for decoration only; the contrast of all others is held by the elements' tests. */
export const COLORS = {
  bg: ['#f6f8fa', '#0f151b'],
  surface: ['#ffffff', '#161e26'],
  raised: ['#ffffff', '#1e2832'],
  fg: ['#14202b', '#e8eef4'],
  muted: ['#50606f', '#a5b3c1'],
  border: ['#c9d3dc', '#33404d'],
  control: ['#76879a', '#7c8b9a'],
  accent: ['#1257c7', '#7fb0ff'],
  'on-accent': ['#ffffff', '#0a1a33'],
  focus: ['#1257c7', '#9cc3ff'],
  danger: ['#b42318', '#ff9a90'],
  'danger-bg': ['#fdecea', '#3b1714'],
  warn: ['#8a4b00', '#ffc46b'],
  'warn-bg': ['#fff4e0', '#3a2a0d'],
  ok: ['#0b6b3a', '#7fd8a4'],
  'ok-bg': ['#e6f5ec', '#10301f'],
  selected: ['#dce9ff', '#1e3a66'],
  match: ['#ffe9a8', '#5a4710'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;
/** One of the names of the palette. */
export type ColorName = keyof typeof COLORS;

/**
 * The palette as custom properties (`--bg`, `--on-accent`) of a whole page. Dark on screens that ask for it, never on paper; without
 * `light-dark()`, so that old telephones have colors too.
 */
export function paletteCss(): string {
  const declarations = (scheme: 0 | 1): string =>
    Object.entries(COLORS)
      .map(([name, values]) => `--${name}: ${values[scheme]};`)
      .join(' ');
  return `:root { color-scheme: light dark; ${declarations(0)} }
@media print { :root { color-scheme: light; } }
@media screen and (prefers-color-scheme: dark) { :root { ${declarations(1)} } }
`;
}
