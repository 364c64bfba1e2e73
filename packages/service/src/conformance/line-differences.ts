// Compares two texts line by line.

export interface LineDifference {
  /** `+`: only in the second text. `-`: only in the first. Blank: in both. */
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

/** The longest common subsequence of their lines, and what is around it. Messages have some hundred lines. */
export function lineDifferences(from: readonly string[], to: readonly string[]): readonly LineDifference[] {
  const lengths = Array.from({ length: from.length + 1 }, () =>
    Array.from({ length: to.length + 1 }, () => 0),
  );
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as number[];
      row[j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: LineDifference[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [one, other] = [from[i], to[j]];
    if (one !== undefined && one === other) {
      found.push({ sign: ' ', text: one });
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ sign: '-', text: one });
      i += 1;
    } else {
      found.push({ sign: '+', text: other ?? '' });
      j += 1;
    }
  }
  return found;
}

/** Of a message in XML or JSON, one line for each part. Other text is one line. */
export function linesOf(message: string): readonly string[] {
  if (message.startsWith('<')) return xmlLines(message);
  try {
    return JSON.stringify(JSON.parse(message), undefined, 2).split('\n');
  } catch {
    return message.split('\n');
  }
}

function xmlLines(message: string): readonly string[] {
  let depth = 0;
  return message
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const text = `${'  '.repeat(Math.max(0, depth))}${line}`;
      const opens = /^<[^/?!]/.test(line) && !line.includes('</') && !line.endsWith('/>');
      if (opens) depth += 1;
      return text;
    });
}
