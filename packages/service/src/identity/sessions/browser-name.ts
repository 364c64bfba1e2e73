// What a list of sessions says of a browser: its family and its system, from a short list, and nothing by which one person's could be told apart.

/** In the order in which a browser's own words are looked at: many name others that they are like. */
const FAMILIES = [
  ['edge', /\bEdgA?\/|\bEdgiOS\//],
  ['opera', /\bOPR\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\bFirefox\/|\bFxiOS\//],
  ['chrome', /\bChrome\/|\bCriOS\//],
  ['safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['ios', /\biPhone\b|\biPad\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac OS X\b|\bMacintosh\b/],
  ['linux', /\bLinux\b/],
] as const;

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  chrome: 'Chrome',
  safari: 'Safari',
};

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  chromeos: 'ChromeOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};

/** Characters of a caller's words that are looked at. */
const WORDS_LOOKED_AT = 512;

/** `firefox windows`; `other` for what is not in the list. */
export function browserOf(userAgent: string | undefined): string {
  const words = (userAgent ?? '').slice(0, WORDS_LOOKED_AT);
  const found = (list: readonly (readonly [string, RegExp])[]): string =>
    list.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
  return `${found(FAMILIES)} ${found(SYSTEMS)}`;
}

/** The two names as people read them; null for each that is not in the list. */
export function browserNames(kept: string): {
  readonly family: string | null;
  readonly system: string | null;
} {
  const [family = '', system = ''] = kept.split(' ');
  return { family: FAMILY_NAMES[family] ?? null, system: SYSTEM_NAMES[system] ?? null };
}
