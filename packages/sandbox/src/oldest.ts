// Owns how a map of bounded size forgets: what was put in first goes first.

/** Forgets the oldest entry of a map that holds more than `max`; its key, when one went. */
export function forgetOldest<Key>(map: Map<Key, unknown>, max: number): Key | undefined {
  if (map.size <= max) return undefined;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
  return oldest;
}
