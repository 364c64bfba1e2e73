// Owns reading a list of the service to its end, for pages that sort or count it as a whole.
interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** All pages of it, one after the other; `after` is null for the first. */
export async function wholeList<Node>(
  ask: (after: string | null) => Promise<Connection<Node>>,
): Promise<readonly Node[]> {
  const found: Node[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Connection<Node> = await ask(after);
    found.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}
