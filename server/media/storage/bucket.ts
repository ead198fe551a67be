// The bucket of an S3-compatible store: its client, and what its errors mean to people. It has no public address: the server reads and writes it alone.
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BucketAddress } from '#server/config/storage.ts';
import { MediaError } from '#server/media/source-errors.ts';

export type Bucket = { client: S3; settings: S3ClientConfig; name: string };

/** Nothing came or went for this long: the store hangs. */
const idleMilliseconds = 30_000;
/** Each reader of a film holds one, however slow its line. */
const maxSockets = 500;

const nothing = () => undefined;
/** It would print what is thrown anyway. */
const logger = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Path style and no checksums of Amazon's own: other stores know neither. */
export function openBucket({ endpoint, region, bucket, key, secret }: BucketAddress): Bucket {
  const agent = { maxSockets, keepAlive: true };
  const settings: S3ClientConfig = {
    endpoint,
    region,
    forcePathStyle: true,
    logger,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: idleMilliseconds, httpAgent: agent, httpsAgent: agent },
  };
  return { client: new S3(settings), settings, name: bucket };
}

type StoreError = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };

/** There is no such file, or no such upload in parts. */
export function isGone(error: unknown): boolean {
  const { name = '', $metadata } = error as StoreError;
  if (name === 'NoSuchBucket') return false;
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name) || $metadata?.httpStatusCode === 404;
}

/** Away, full, or refusing the key: the operator reads why in the log, everybody else that it may pass. */
export class StorageAway extends MediaError {
  constructor(cause: unknown) {
    super('unreachable', 'The storage of files does not answer at the moment: try again in a few minutes');
    this.cause = cause;
  }
}

/** The result, or null for what is not there. @throws MediaError */
export async function askBucket<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error instanceof MediaError ? error : new StorageAway(error);
  });
}

/** In milliseconds; stores refuse what was signed 5 to 15 minutes ago, or in as many to come. */
const leastClockSkew = 4 * 60_000;

/** One sentence for the operator; null: all is well. */
export async function bucketProblem({ client, name }: Bucket): Promise<string | null> {
  try {
    const clock = client.config.systemClockOffset;
    await client.headBucket({ Bucket: name }).catch(async (error: unknown) => {
      // The client has set its clock by the answer, but tries again only where a code says why; an answer to HEAD has none.
      if (Math.abs(client.config.systemClockOffset - clock) < leastClockSkew) throw error;
      await client.headBucket({ Bucket: name });
    });
    return null;
  } catch (error) {
    const status = (error as StoreError).$metadata?.httpStatusCode;
    if (status === 404) return `There is no bucket ${name} at the address in STORAGE_URL.`;
    if (status === 401 || status === 403) return `The store in STORAGE_URL refuses the key for the bucket ${name}.`;
    return `The store in STORAGE_URL does not answer: ${(error as Error).message}.`;
  }
}
