// A script for the control room's page that changes a list in place many times, and looks whether anything was lost or made anew.

/** Runs in the page: changes a list 300 times; answers what went wrong first, or an empty text. */
export const PATCH_MANY_TIMES = `(async () => {
  const { h, patch } = await import(location.href + 'assets/dom.js');
  const parent = document.createElement('ul');
  let seed = 7;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 300; round += 1) {
    const keys = Array.from('abcdefghij').filter(() => random(7) > 2).map((key) => [random(100), key]).sort().map(([, key]) => key);
    const before = new Map(Array.from(parent.children, (child) => [child.getAttribute('data-key'), child]));
    patch(parent, keys.map((key) => h('li', { key }, key + round)));
    const found = Array.from(parent.children, (child) => child.textContent).join();
    if (found !== keys.map((key) => key + round).join()) return 'round ' + round + ': ' + found;
    for (const child of parent.children) {
      const was = before.get(child.getAttribute('data-key'));
      if (was !== undefined && was !== child) return 'round ' + round + ': ' + child.textContent + ' was made anew';
    }
  }
  return '';
})()`;
