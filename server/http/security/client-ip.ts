// The address of a visitor: as it counts for rate limits, and as it is written down.
import ipaddr from 'ipaddr.js';

/** One IPv6 client has 2^64 addresses, so its /64 network counts as one; an IPv4-mapped address counts as IPv4. */
export function clientIp({ ip }: { ip: string }): string {
  const [bare = ''] = ip.split('%');
  if (!ipaddr.isValid(bare)) return bare.slice(0, 100);
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The whole address, for the audit log; an IPv4-mapped one as IPv4. */
export function fullIp({ ip }: { ip: string }): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip.slice(0, 100);
}
