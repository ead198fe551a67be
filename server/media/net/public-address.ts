// Which network addresses may be requested: public ones, in whatever notation.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { MediaError } from '#server/media/source-errors.ts';

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemResolve: Resolve = (host, callback) => systemLookup(host, { all: true }, callback);

// Azure's metadata service has an address in a public range.
const metadataServices = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for private, loopback, link-local, shared, reserved and translated addresses, and for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || metadataServices.has(address.toString())) return false;
  // `::127.0.0.1` counts as unicast, but no public host lives outside 2000::/3.
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

export function forbiddenAddress(host: string): MediaError {
  return new MediaError(
    'forbidden_address',
    `The address ${host} is not public: media are only fetched from public web addresses.`,
  );
}

/** A host written as an address is never resolved, so it is checked here, before the request. */
export function refusePrivateLiteral(host: string): void {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw forbiddenAddress(bare);
}

/** Resolves a name and passes on the very addresses that were checked: no second lookup that could differ. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(forbiddenAddress(host), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
