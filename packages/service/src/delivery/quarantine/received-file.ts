// Finds in a file what its receivers say that they have: MessageIDs, transmissions and answers, wherever they stand, and the attempts that a node's log says were accepted.
const IDS = /\b(?:[mf][0-9A-HJKMNP-TV-Z]{26}|(?:trm|prs)_[0-9A-HJKMNP-TV-Z]{26})\b/g;

/** Each once, in the file's order. A line of a node's log counts only where it says that the attempt was accepted. */
export function receivedIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const logged = loggedAttempt(line);
    if (logged === undefined) for (const [id] of line.matchAll(IDS)) found.add(id);
    else if (logged.accepted) for (const [id] of logged.id.matchAll(IDS)) found.add(id);
  }
  return [...found];
}

/** Undefined where the line is not one of a node's log. */
function loggedAttempt(line: string): { readonly id: string; readonly accepted: boolean } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const { transmissionId, outcome } = entry;
    // Any line of a log, of whatever it is: what it merely names was not received.
    if (typeof transmissionId !== 'string') return 'level' in entry ? { id: '', accepted: false } : undefined;
    return { id: transmissionId, accepted: outcome === 'ACCEPTED' };
  } catch {
    return undefined;
  }
}
