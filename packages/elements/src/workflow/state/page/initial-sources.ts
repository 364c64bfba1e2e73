// Owns the keys by which the page's initial prescriptions are recognized after a reload.
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';

/** A source for each initial prescription: what it says, and how many before it say the same. */
export function initialSources(
  config: Pick<WorkflowConfig, 'initialPrescriptions'>,
): readonly (WorkflowConfig['initialPrescriptions'][number] & { readonly source: string })[] {
  const seen = new Map<string, number>();
  return config.initialPrescriptions.map((entry) => {
    const hash = hashOf(JSON.stringify(Object.entries(entry.input).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    const count = seen.get(hash) ?? 0;
    seen.set(hash, count + 1);
    return { ...entry, source: `initial:${hash}:${count}` };
  });
}

/** 52 bits of FNV-1a: tells the entries of one page from each other, and keeps nothing of them. */
function hashOf(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 13), 0x5bd1e995);
  }
  return `${(low >>> 0).toString(36)}${(high >>> 6).toString(36)}`;
}
