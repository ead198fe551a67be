// Endpoints: method, path and topics of each call, as plain data that the browser reads. Their schemas are here as types only.
import type * as z from 'zod/mini';

/** What a GET reads and a mutation changes; the browser refetches and the server drops cached answers by these words. */
export const topics = [
  'sessions',
  'projects',
  'users',
  'disputes',
  'notifications',
  'demoRequests',
  'viewpoints',
  'checks',
  'settings',
  'auditLog',
  'preferences',
  'webhooks',
  'shareLinks',
  'presence',
] as const;
export type Topic = (typeof topics)[number];

export type Schema = z.core.$ZodType;
/** What a call answers that is no JSON: the bytes of a picture or of any file. */
export type MediaType = 'image/*' | 'image/webp' | '*/*';
/** The schemas of a call; what is left out is empty. A list answers a plain array of `reply` rows, paged by limit and cursor. */
export type Schemas = { params?: Schema; query?: Schema; body?: Schema; reply: Schema | MediaType };

/** What a page needs to make a call. Its schemas and rules stand in the routes of its noun. */
export type Endpoint<S extends Schemas = Schemas> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's pattern, parameters written `:id`. */
  path: string;
  status: 200 | 201 | 202;
  topics: readonly Topic[];
  /** Answers an array, one page at a time (behaviour §7.1). */
  list: boolean;
  /** For the compiler only, never set: naming an endpoint must not bring Zod into a page. */
  schemas?: S;
};

type Options = { topics?: readonly Topic[]; status?: Endpoint['status'] };

function endpoint<S extends Schemas>(method: Endpoint['method'], path: string, options: Options): Endpoint<S> {
  return { method, path, status: options.status ?? 200, topics: options.topics ?? [], list: false };
}

/** Reads one thing. */
/* @__NO_SIDE_EFFECTS__ */
export function get<S extends Schemas>(path: string, options: Options = {}) {
  return endpoint<S>('GET', path, options);
}

/** Reads a page of rows; `reply` is one row, `query` must hold `paging` (schemas/fields.ts). */
/* @__NO_SIDE_EFFECTS__ */
export function list<S extends Schemas>(path: string, options: Options = {}) {
  return { ...endpoint<S>('GET', path, options), list: true as const };
}

/* @__NO_SIDE_EFFECTS__ */
export function post<S extends Schemas>(path: string, options: Options = {}) {
  return endpoint<S>('POST', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function put<S extends Schemas>(path: string, options: Options = {}) {
  return endpoint<S>('PUT', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function patch<S extends Schemas>(path: string, options: Options = {}) {
  return endpoint<S>('PATCH', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function del<S extends Schemas>(path: string, options: Options = {}) {
  return endpoint<S>('DELETE', path, options);
}

export type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>;
type InputOf<E extends Endpoint, Part extends keyof Schemas> =
  SchemasOf<E> extends Record<Part, infer S extends Schema> ? z.input<S> : Record<never, never>;

/** What the browser gives. */
export type RequestInput<E extends Endpoint> = {
  params: InputOf<E, 'params'>;
  query: InputOf<E, 'query'>;
  body: InputOf<E, 'body'>;
};

/** One reply, or one row of a list. */
export type Reply<E extends Endpoint> = SchemasOf<E>['reply'] extends infer R extends Schema ? z.output<R> : never;
