// Endpoints: method and path of each call, what it changes, and how it may be sent, as plain data that the browser reads.
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
  'stages',
  'plannedVisits',
] as const;
export type Topic = (typeof topics)[number];

export type Schema = z.core.$ZodType;
/** What a call answers that is no JSON: the bytes of a picture or of any file. */
export type MediaType = 'image/*' | 'image/webp' | '*/*';
/** The schemas of a call; what is left out is empty. A list answers a plain array of `reply` rows, paged by limit and cursor. */
export type Schemas = { params?: Schema; query?: Schema; body?: Schema; reply: Schema | MediaType };

/**
 * What the `:id` of a path names. On the server, a person who may not make the call is answered 403 only if they see that row, and else
 * 404, as for a row that does not exist: no refusal tells what is there. In the browser, a change of other rows leaves the answer as it is.
 */
export type RowKind =
  | 'user'
  | 'project'
  | 'session'
  | 'dispute'
  | 'viewpoint'
  | 'webhook'
  | 'shareLink'
  | 'stage'
  | 'pack'
  | 'plannedVisit';

/**
 * What the reply of a mutation says, so that the browser fetches only those rows again. A session comes back whole and is shown at once; of
 * other things comes too little, or their lists are too small to be worth it.
 */
export type Written = 'session' | 'removedSession' | 'dispute' | 'disputeMessage';

type ReadOptions = {
  topics?: readonly Topic[];
  row?: RowKind;
  /** Of a list that shows such rows and nothing else: a change of none of them leaves it as it is. */
  rows?: RowKind;
};

type MutationOptions = {
  /** Empty: it changes no answer. */
  topics: readonly Topic[];
  /**
   * Whether the browser sends an idempotency key (behaviour §9.3): where the call sent twice would create two, or be refused for its own
   * first edit.
   */
  idempotencyKey: boolean;
  status?: Endpoint['status'];
  row?: RowKind;
  writes?: Written;
  /** It may wait on an offline device (behaviour §27); web/lib/offline/offline-calls.ts has its name there. */
  offline?: true;
};

/** Idempotency keys of what may wait begin like this from the first attempt on: the answer of any may be lost. */
export const offlineKeyPrefix = 'waited-';
/** Days until something that waits is no longer sent by itself: soon after, the server would not know its key any more. */
export const offlineDays = 60;
/** Clocks of devices may be wrong by a day, either way. */
export const offlineKeyDays = offlineDays + 2;

/** What a page needs to make a call. Its schemas and who may call stand in the routes of its noun. */
export type Endpoint<S extends Schemas = Schemas> = Omit<
  ReadOptions & Partial<MutationOptions>,
  'topics' | 'status'
> & {
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

function endpoint<S extends Schemas>(
  method: Endpoint['method'],
  path: string,
  options: ReadOptions | MutationOptions,
): Endpoint<S> {
  return { method, path, status: 200, topics: [], list: false, ...options };
}

/** Reads one thing. */
/* @__NO_SIDE_EFFECTS__ */
export function get<S extends Schemas>(path: string, options: ReadOptions = {}) {
  return endpoint<S>('GET', path, options);
}

/** Reads a page of rows; `reply` is one row, `query` must hold `paging` (core/fields.ts). */
/* @__NO_SIDE_EFFECTS__ */
export function list<S extends Schemas>(path: string, options: ReadOptions = {}) {
  return { ...endpoint<S>('GET', path, options), list: true as const };
}

/* @__NO_SIDE_EFFECTS__ */
export function post<S extends Schemas>(path: string, options: MutationOptions) {
  return endpoint<S>('POST', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function put<S extends Schemas>(path: string, options: MutationOptions) {
  return endpoint<S>('PUT', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function patch<S extends Schemas>(path: string, options: MutationOptions) {
  return endpoint<S>('PATCH', path, options);
}

/* @__NO_SIDE_EFFECTS__ */
export function del<S extends Schemas>(path: string, options: MutationOptions) {
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
