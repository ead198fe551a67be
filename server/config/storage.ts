// Where files lie that the product makes or is handed: a folder of this machine unless STORAGE_URL names a bucket.
import { InvalidSetting } from './read-setting.ts';

/** A bucket of an S3-compatible store. */
export type BucketAddress = { endpoint: string; region: string; bucket: string; key: string; secret: string };

const example = 's3://KEY:SECRET@storage.example.org/bucket';

/** Nothing of what cannot be read is repeated: it holds a secret. */
const wrong = (fault: string) => new InvalidSetting(`STORAGE_URL ${fault}: it must be an address such as ${example}.`);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('has a % that does not begin an encoded character');
  }
}

/** `?tls=off` for a store in the same private network, `?region=` where it has some. */
export function readBucket(text: string | null): BucketAddress | null {
  if (text === null) return null;
  if (!URL.canParse(text) || !text.startsWith('s3://')) throw wrong('cannot be read');
  const { host, username, password, pathname, searchParams } = new URL(text);
  if (host === '') throw wrong('has no host');
  if (username === '' || password === '') throw wrong('has no key and secret');
  const bucket = pathname.replace(/^\/|\/$/g, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong('has no valid name of a bucket');
  const tls = searchParams.get('tls') ?? 'on';
  const unknown = [...searchParams.keys()].find((name) => name !== 'tls' && name !== 'region');
  if (unknown !== undefined || !['on', 'off'].includes(tls))
    throw wrong('has a parameter other than region= and tls=off');
  return {
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
    key: decoded(username),
    secret: decoded(password),
  };
}
