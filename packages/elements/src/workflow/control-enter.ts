// Owns the keys by which the form goes on: Control and Enter, or Command and Enter.
import type { WorkflowHost } from './part.ts';

/** False where shortcuts are turned off, and for a key that is held: it would answer what its first press asked. */
export function isControlEnter(
  { key, ctrlKey, metaKey, repeat }: KeyboardEvent,
  { config }: WorkflowHost,
): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat && !config.disableShortcuts;
}
