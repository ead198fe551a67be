// The input and reply of a call, its address, and the key that its answer is cached under.
import type { Endpoint, Reply, RequestInput } from './endpoint.ts';

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };
type Parts<G extends { params: unknown; query: unknown; body: unknown }> = Part<'params', G['params']> &
  Part<'query', G['query']> &
  Part<'body', G['body']>;

/** The input of a call: `params`, `query` and `body` of its schemas; what may be empty may be left out. */
export type Input<E extends Endpoint> = Parts<RequestInput<E>>;
/** The same where the call is not known. */
export type AnyInput = { params?: unknown; query?: unknown; body?: unknown };

/** One page of a list: `next` is the cursor of the page after it; only the first page carries the whole count. */
export type Page<Row> = { rows: Row[]; next: string | null; total: number | null };

/** What a call answers: a page of a list, else the one thing. */
export type Response<E extends Endpoint> = E extends { list: true } ? Page<Reply<E>> : Reply<E>;

/** The address that a call asks at, below this host. Query values that are undefined, null or '' are left out. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params, query }: AnyInput): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams(compact(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

type PagingHeaders = { link: string | null | undefined; total: string | null | undefined };

/** What a call answers, from the body and the paging headers that the server sent. */
export function toResponse(endpoint: Pick<Endpoint, 'list'>, body: unknown, { link, total }: PagingHeaders): unknown {
  return endpoint.list ? { rows: body, next: nextCursor(link), total: total == null ? null : Number(total) } : body;
}

/** The cursor in `<…?cursor=…>; rel="next"`, or null on the last page. */
export function nextCursor(link: string | null | undefined): string | null {
  const address = /<([^<>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address ? new URL(address, 'http://here').searchParams.get('cursor') : null;
}

/** Two inputs that ask at one address have one key, whatever they leave empty and in whatever order. */
export function queryKeyOf(endpoint: Pick<Endpoint, 'path'>, { params, query, body }: AnyInput): readonly unknown[] {
  return [endpoint.path, Object.fromEntries(compact({ body, params: sorted(params), query: sorted(query) }))];
}

/** The key of a list that grows page by page. */
export function pagesKeyOf(endpoint: Pick<Endpoint, 'path'>, input: AnyInput): readonly unknown[] {
  return [...queryKeyOf(endpoint, input), 'pages'];
}

/** The input of the first page of such a list: 50 rows, unless it has a `limit`. */
export function firstPage(input: AnyInput): AnyInput {
  return { ...input, query: { limit: 50, ...(input.query as object) } };
}

function compact(values: unknown): [string, unknown][] {
  return Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
}

function sorted(values: unknown): Record<string, unknown> | undefined {
  const entries = compact(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
