// The fields that several nouns share, each with the sentence it says when it is wrong.
import * as z from 'zod/mini';

const biggest = 2_147_483_647;

/** Whole database id in a body; `message` is the sentence for a missing or impossible one. */
export function id(message: string) {
  return z.number(message).check(z.int(message), z.minimum(1, message), z.maximum(biggest, message));
}

/** An id in a path or query, where everything arrives as text. */
export function idText(message: string) {
  return z.coerce
    .number<number | string>(message)
    .check(z.int(message), z.minimum(1, message), z.maximum(biggest, message));
}

/**
 * What an edit was made from, as it was read: a number that says nothing else. When another state is the present one the edit is refused
 * (409, code `stale`, with the present one); left out, it is taken as it comes (behaviour §2.5).
 */
export const version = z.optional(z.nullable(z.number('version must be a whole number').check(z.int(), z.minimum(1))));

export const ById = z.object({ id: idText('The id in the address must be a whole number') });

/** Spaces and signs that nobody sees, which pasting and autofill leave around a word. */
const unseen = /^[\s\p{Cf}\p{Cc}]+|(?<![\s\p{Cf}\p{Cc}])[\s\p{Cf}\p{Cc}]+$/gu;

/** Cuts them off, before the checks that follow. */
export function trimInvisible() {
  return z.overwrite((value: string) => value.replace(unseen, ''));
}

/** Refuses NUL, which PostgreSQL cannot store. */
export function storable(name: string) {
  return z.refine<string>((value) => !value.includes('\u0000'), `${name} holds a character that cannot be stored`);
}

/** Required text, trimmed. */
export function text(message: string, max: number, name: string) {
  return z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `${name} must be at most ${max} characters`),
      storable(name),
    );
}

/** Optional text: trimmed, empty becomes null ("empty optional values are sent as null"). */
export function optionalText(max: number, name: string) {
  return z.optional(
    z.nullable(
      z.pipe(
        z
          .string(`${name} must be text`)
          .check(z.trim(), z.maxLength(max, `${name} must be at most ${max} characters`), storable(name)),
        z.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );
}

/** Notes, descriptions and the like: long, but not endless. */
export const longText = 20_000;

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return (
    !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) && value >= '1900-01-01' && value <= '2200-12-31'
  );
}

/** A calendar day, yyyy-mm-dd, that exists (behaviour §10.4: it never shifts with a zone). */
export function day(message: string) {
  return z.string(message).check(z.refine(isDay, message));
}

/** A day or an instant, for from/to (behaviour §7.2). */
export const DayOrInstant = z
  .string()
  .check(
    z.refine(
      (value) =>
        isDay(value) || (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))),
      'A date must be yyyy-mm-dd or an instant such as 2026-11-20T10:00:00Z',
    ),
  );

/** Instants are sent as ISO text in UTC with microseconds, as the database stores them. */
export const Instant = z.string();

export const email = z
  .string('Valid email is required')
  .check(trimInvisible(), z.maxLength(255, 'Email must be at most 255 characters'), z.email('Valid email is required'));

export const password = z
  .string('Password must be at least 6 characters')
  .check(
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(255, 'Password must be at most 255 characters'),
  );

export const searchText = z.string().check(z.maxLength(200, 'The search is too long'));

const limitRule = 'limit must be a whole number from 1 to 500';

export const limit = z.coerce
  .number<number | string>(limitRule)
  .check(z.int(limitRule), z.minimum(1, limitRule), z.maximum(500, limitRule));

/** The page of a list: at most 500 rows, the next page by an opaque cursor (behaviour §7.1). */
export const paging = {
  limit: z._default(limit, 100),
  cursor: z.optional(z.string().check(z.maxLength(500, 'That cursor is not one of ours'))),
};

export const Paging = z.object(paging);

/** The answer of a call that has nothing more to say. */
export const Ok = z.object({ ok: z.literal(true) });
export const ok = { ok: true } as const;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

// Marks what a schema holds that names folders of the crew: the server seals it on its way out and opens it on its way in.

/** `file`: the id of a file. `link`: a media link, which is sealed for those who are not of the crew. */
export const sealed = z.registry<{ holds: 'file' | 'link' }>();

export function fileId<S extends z.ZodMiniString>(schema: S): S {
  sealed.add(schema, { holds: 'file' });
  return schema;
}

export const mediaLink = z.string();
sealed.add(mediaLink, { holds: 'link' });
