// How much one person may ask for, so that no script of one account fills the disk or keeps the database busy (behaviour §9.4).
import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import { tooMany } from '#server/lib/problem.ts';
import { createRateLimit } from '#server/lib/rate-limit.ts';

const minute = 60_000;
/** Small files come one part each; what all of them may weigh is the project's quota. */
const chunksPerMinute = 1_200;

/** Each counts one more, and throws 429 with Retry-After where it is one too many. */
export type LimitCounters = ReturnType<typeof createLimitCounters>;

export function createLimitCounters(limits: Config['limits']) {
  const writesNow = createRateLimit({
    max: limits.writesPerMinute,
    milliseconds: minute,
    sentence: 'Too many changes in a short time. Try again in a minute.',
  });
  const writesToday = createRateLimit({
    max: limits.writesPerDay,
    milliseconds: 1440 * minute,
    sentence: 'Too many changes for one day. Continue tomorrow, or ask an administrator.',
  });
  const upload = createRateLimit({
    max: limits.uploadsPerHour,
    milliseconds: 60 * minute,
    sentence: 'Too many uploads. Try again in an hour.',
  });
  const search = createRateLimit({
    max: limits.searchesPerMinute,
    milliseconds: minute,
    sentence: 'Too many searches in a short time. Try again in a minute.',
  });
  const alignment = createRateLimit({
    max: limits.alignmentsPerMinute,
    milliseconds: minute,
    sentence: 'Too many comparisons in a short time. Try again in a minute.',
  });
  const chunk = createRateLimit({
    max: chunksPerMinute,
    milliseconds: minute,
    sentence: 'Too many parts of uploads in a short time. Try again in a minute.',
  });
  const uploading = new Set<number>();

  return {
    write(person: number): void {
      writesNow(person);
      writesToday(person);
    },
    /** Until `reply` has ended the person's next upload is refused, before its bytes are read. */
    upload(person: number, reply: FastifyReply): void {
      if (uploading.has(person))
        throw tooMany('Another of your uploads is still running. Please wait until it is done.', 5);
      upload(person);
      uploading.add(person);
      reply.raw.once('close', () => uploading.delete(person));
    },
    search,
    alignment,
    chunk,
  };
}
