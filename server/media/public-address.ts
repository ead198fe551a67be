// Which addresses of the outside world may be reached: public ones, however they are written.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { MediaError } from './source.ts';

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemResolve: Resolve = (host, answer) => systemLookup(host, { all: true }, answer);

// Azure's metadata service stands on an address that is public by its range.
const metadata = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Neither private nor loopback, link-local, shared, reserved or translated; nothing but an address is public. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || metadata.has(address.toString())) return false;
  // `::127.0.0.1` counts as unicast, but no public host lives outside 2000::/3.
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

export function forbiddenAddress(host: string): MediaError {
  return new MediaError(
    'forbidden_address',
    `The address ${host} is not public: media are only fetched from public web addresses.`,
  );
}

/** A host written as an address is never looked up, so it is judged here, before the call. */
export function refusePrivateLiteral(host: string): void {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw forbiddenAddress(bare);
}

/** Looks a name up and hands on the very addresses that were judged: no second question that could be answered otherwise. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, answer) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return answer(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(forbiddenAddress(host), []);
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}
