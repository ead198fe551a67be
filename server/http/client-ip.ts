// The address of a visitor, as it counts for rate limits.
import { isIPv6 } from 'node:net';

/** One IPv6 client has 2^64 addresses, so its /64 network counts as one; an IPv4-mapped address counts as IPv4. */
export function clientIp({ ip }: { ip: string }): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address.slice(0, 100);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${firstGroups(address).join(':')}::/64`;
}

function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}
