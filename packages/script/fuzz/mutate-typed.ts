// Makes odd typed messages out of whole ones: what JavaScript lets a caller write, whatever TypeScript says.

/** What JavaScript can put where a message has a text, an object or a list. */
const ODD: readonly ((value: unknown) => unknown)[] = [
  () => Symbol('x'),
  () => 1n,
  () => Number.NaN,
  () => null,
  () => undefined,
  () => true,
  () => () => 'x',
  () => new Date(0),
  () => new Map(),
  () => [],
  () => ({}),
  () => '',
  () => '\u0000',
  () => '\uD800',
  (value) => [value],
  (value) => [{}, value],
  (value) => [value, value],
  (value) => ({ ...(value as object), 'no such field': value }),
  () => `\u00E9${' '.repeat(3_000)}x`,
  () => `e${'\u0301\u0323'.repeat(1_500)}`,
];

/** A typed message with one to three odd values in it, at whatever depth. */
export function mutateTyped(message: object, next: () => number): unknown {
  const copy: unknown = structuredClone(message);
  for (let rounds = 1 + Math.floor(next() * 3); rounds > 0; rounds -= 1) {
    let here = copy as Record<string, unknown>;
    for (;;) {
      const keys = Object.keys(here);
      const key = keys[Math.floor(next() * keys.length)];
      if (key === undefined) break;
      const value = here[key];
      const isOpen = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
      if (isOpen && next() < 0.85) {
        here = value as Record<string, unknown>;
        continue;
      }
      here[key] = ODD[Math.floor(next() * ODD.length)]?.(value);
      break;
    }
  }
  return copy;
}
