// TRUST_PROXY: whose word about where a request comes from is believed.
import { isIP } from 'node:net';
import { type Env, InvalidSetting, read } from './read-setting.ts';

/** Nobody's, that of so many hops, or of these addresses. */
export type TrustedProxies = false | number | string[];

/** `10.0.0.1`, or a range such as `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && maxBits > 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits))
  );
}

export function readTrustProxy(env: Env): TrustedProxies {
  const text = read(env, 'TRUST_PROXY') ?? 'false';
  if (text === 'false') return false;
  if (/^\d+$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  if (addresses.every(isProxy)) return addresses;
  throw new InvalidSetting(
    `TRUST_PROXY is '${text}', but must be false, a number of hops (1 for one proxy), or the proxies' addresses separated by commas${
      text === 'true' ? ': with true, anyone could claim any address' : ''
    }.`,
  );
}
