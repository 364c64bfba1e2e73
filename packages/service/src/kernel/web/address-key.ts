// Which visitors count as one: by network address.

/**
 * A source address for counting: of IPv6 the network (/64), since one visitor has as many addresses of it as they like; an IPv4
 * address as such, also where it is written as IPv6 (RFC 4291, 2.5.5.2).
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups, `::` written out. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = numbers(head);
  const right = numbers(tail ?? '');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<number>(missing).fill(0), ...right];
}
