// Looks at valid JSON as it is written: its depth, its names, and whether an object names a member twice, which JSON.parse hides.

/** Of valid JSON: a string with what follows it, or a bracket. All else is passed over. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;

export interface JsonStructure {
  readonly depth: number;
  readonly names: ReadonlySet<string>;
  /** One reader would take the first member of that name, another the last. */
  readonly repeatsName: boolean;
}

/** The text is known to be JSON, so brackets match and a string before a colon is a name. */
export function jsonStructure(text: string): JsonStructure {
  const names = new Set<string>();
  const open: (Set<string> | null)[] = [];
  let depth = 0;
  let repeatsName = false;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      depth = Math.max(depth, open.length);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      const siblings = open.at(-1);
      repeatsName ||= siblings?.has(name) === true;
      siblings?.add(name);
      names.add(name);
    }
  }
  return { depth, names, repeatsName };
}
