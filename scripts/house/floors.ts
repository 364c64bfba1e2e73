// Lays things that use each other on floors: each above all that it uses, with as few arrows back up as it finds.

/** What uses what. Each name that is used is a key as well. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export type Arrow = readonly [from: string, to: string];

export interface Floors {
  /** From the ground up; names in the order of the alphabet. */
  readonly floors: readonly (readonly string[])[];
  readonly arrows: readonly Arrow[];
  /** Arrows that run back up: without them nothing uses itself through others. */
  readonly back: readonly Arrow[];
  /** Groups that use themselves through others. */
  readonly circles: readonly (readonly string[])[];
}

/** The same graph gives the same floors. */
export function floorsOf(graph: Graph): Floors {
  const arrows = [...graph.keys()]
    .toSorted()
    .flatMap((from) => [...(graph.get(from) ?? [])].toSorted().map((to): Arrow => [from, to]));
  const circles = circlesOf(graph);
  const back = circles.flatMap((circle) => backIn(circle, arrows));
  const isBack = new Set(back.map(([from, to]) => `${from}\n${to}`));
  const below = new Map<string, string[]>();
  for (const [from, to] of arrows)
    if (!isBack.has(`${from}\n${to}`)) below.set(from, [...(below.get(from) ?? []), to]);
  const heights = new Map<string, number>();
  const heightOf = (name: string): number => {
    const known = heights.get(name);
    if (known !== undefined) return known;
    const height = 1 + Math.max(-1, ...(below.get(name) ?? []).map(heightOf));
    heights.set(name, height);
    return height;
  };
  const floors: string[][] = [];
  for (const name of [...graph.keys()].toSorted()) (floors[heightOf(name)] ??= []).push(name);
  return { floors, arrows, back, circles };
}

/** Groups of more than one in which everybody reaches everybody (Tarjan, https://doi.org/10.1137/0201010). */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const found: string[][] = [];
  const seen = new Map<string, { index: number; low: number; open: boolean }>();
  const open: string[] = [];
  const visit = (name: string): { low: number } => {
    const mine = { index: seen.size, low: seen.size, open: true };
    seen.set(name, mine);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      const known = seen.get(next);
      if (known === undefined) mine.low = Math.min(mine.low, visit(next).low);
      else if (known.open) mine.low = Math.min(mine.low, known.index);
    }
    if (mine.low === mine.index) {
      const group = open.splice(open.indexOf(name));
      for (const one of group) (seen.get(one) ?? mine).open = false;
      if (group.length > 1) found.push(group.toSorted());
    }
    return mine;
  };
  for (const name of [...graph.keys()].toSorted()) if (!seen.has(name)) visit(name);
  return found.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** The arrows of a circle against the order in which the fewest are: each name is moved to where it mends most, until nothing mends. */
function backIn(circle: readonly string[], arrows: readonly Arrow[]): readonly Arrow[] {
  const inside = arrows.filter(([from, to]) => circle.includes(from) && circle.includes(to));
  const backIn = (order: readonly string[]): readonly Arrow[] =>
    inside.filter(([from, to]) => order.indexOf(from) > order.indexOf(to));
  let order: readonly string[] = circle;
  for (let least = backIn(order).length; ; ) {
    let better: readonly string[] | undefined;
    for (const name of circle) {
      const others = order.filter((one) => one !== name);
      for (let at = 0; at <= others.length; at += 1) {
        const tried = others.toSpliced(at, 0, name);
        const count = backIn(tried).length;
        if (count >= least) continue;
        least = count;
        better = tried;
      }
    }
    if (better === undefined) return backIn(order);
    order = better;
  }
}

/** The arrows that do not follow from others: A → C goes where A → B and B → C are. For graphs without circles. */
export function needed(arrows: readonly Arrow[]): readonly Arrow[] {
  const direct = Map.groupBy(arrows, ([from]) => from);
  const reaches = new Map<string, ReadonlySet<string>>();
  const reach = (name: string): ReadonlySet<string> => {
    const known = reaches.get(name);
    if (known !== undefined) return known;
    const all = new Set((direct.get(name) ?? []).flatMap(([, to]) => [to, ...reach(to)]));
    reaches.set(name, all);
    return all;
  };
  return arrows.filter(
    ([from, to]) => !(direct.get(from) ?? []).some(([, other]) => other !== to && reach(other).has(to)),
  );
}
