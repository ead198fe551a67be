// The words a call is written in: get, list, post, put, patch, del. A call is plain data that server and browser both read.
import * as z from 'zod/mini';
import type { Actor } from './policy.ts';

/** What a GET reads and a mutation touches; the browser refetches and the server drops ready answers by these words. */
export const topics = ['sessions', 'projects', 'users', 'disputes', 'notifications', 'demoRequests'] as const;
export type Topic = (typeof topics)[number];

/** Who may ask at all: everybody, or those of whom the policy sentence is true. Rows are judged later, by scope. */
export type Access = 'anyone' | ((actor: Actor) => boolean);

type Schema = z.core.$ZodType;
const Nothing = z.object({});
type Nothing = typeof Nothing;

/** One call. `reply` shapes what leaves; a list answers a plain array of `reply` rows, paged by limit and cursor. */
export type Route<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's pattern, parameters written `:id`. */
  path: string;
  params: P;
  query: Q;
  body: B;
  reply: R;
  status: 200 | 201 | 202;
  access: Access;
  topics: readonly Topic[];
  /** What the call is for, in one sentence, for the published description. */
  summary: string;
  /** How many bytes a body may have. */
  bodyLimit: number;
  /** Answers an array, one page at a time (decisions §4). */
  list: boolean;
};

type RouteOptions<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = {
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  may: Access;
  topics?: readonly Topic[];
  says: string;
  status?: 200 | 201 | 202;
  bytes?: number;
};

const mebibyte = 1024 * 1024;

function route<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  method: Route['method'],
  path: string,
  words: RouteOptions<P, Q, B, R>,
): Route<P, Q, B, R> {
  return {
    method,
    path,
    params: words.params ?? (Nothing as unknown as P),
    query: words.query ?? (Nothing as unknown as Q),
    body: words.body ?? (Nothing as unknown as B),
    reply: words.reply,
    status: words.status ?? 200,
    access: words.may,
    topics: words.topics ?? [],
    summary: words.says,
    bodyLimit: words.bytes ?? mebibyte,
    list: false,
  };
}

/** Reads one thing. */
export function get<P extends Schema = Nothing, Q extends Schema = Nothing, R extends Schema = Schema>(
  path: string,
  words: Omit<RouteOptions<P, Q, Nothing, R>, 'body'>,
) {
  return route<P, Q, Nothing, R>('GET', path, words);
}

/** Reads a page of rows; `reply` is one row, `query` must hold `paging` (fields.ts). */
export function list<P extends Schema = Nothing, Q extends Schema = Nothing, R extends Schema = Schema>(
  path: string,
  words: Omit<RouteOptions<P, Q, Nothing, R>, 'body'>,
) {
  return { ...route<P, Q, Nothing, R>('GET', path, words), list: true as const };
}

function writing(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return <P extends Schema = Nothing, B extends Schema = Nothing, R extends Schema = Schema>(
    path: string,
    words: Omit<RouteOptions<P, Nothing, B, R>, 'query'>,
  ) => route<P, Nothing, B, R>(method, path, words);
}

export const post = writing('POST');
export const put = writing('PUT');
export const patch = writing('PATCH');
export const del = writing('DELETE');

/** What the server's handler reads after the check. */
export type ParsedInput<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};

/** What the browser gives. */
export type RequestInput<R extends Route> = {
  params: z.input<R['params']>;
  query: z.input<R['query']>;
  body: z.input<R['body']>;
};

/** One reply, or one row of a list. */
export type Reply<R extends Route> = z.output<R['reply']>;
