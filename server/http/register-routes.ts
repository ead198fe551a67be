// Serves the contract: who asks, check the input, call the handler, shape the reply. The same five things for every call.
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Person } from '#contract/policy.ts';
import type { ParsedInput, Route } from '#contract/route.ts';
import type { IdempotencyKey } from '#server/db/idempotency.ts';
import type { Database } from '#server/db/open.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import type { createMemoizer, Memoize } from '#server/lib/memoize.ts';
import { forbidden, type Issue, invalid, Problem, unauthorized } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse, type ResponseCache, toCachedResponse } from '#server/lib/response-cache.ts';
import { clientIp } from './client-ip.ts';
import type { Page } from './pagination.ts';
import { createSerializer } from './serializer.ts';

/** What a handler is asked. */
export type RequestContext<R extends Route> = ParsedInput<R> & {
  /** Who is logged in; on a call for anyone it throws 401 when nobody is. */
  readonly actor: Person;
  visitor: Person | null;
  db: Database['query'];
  /** The only way to write: one transaction, its notices and its idempotency key (db/transaction.ts). */
  write<T>(work: (write: WriteContext) => Promise<T>): Promise<T>;
  /** For a reply that time alone makes wrong: it is kept ready for at most so many milliseconds. */
  cacheFor(milliseconds: number): void;
  /** For what is dear and the same for many addresses: found out once until one of the call's topics changes. */
  cached: Memoize;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What it takes to read for somebody. */
export type ReadContext = Pick<RequestContext<Route>, 'actor' | 'db' | 'cached'>;

type ListRoute = { list: true };
/** What a handler answers; the reply's schema cuts it to shape, so surplus columns cannot leave. */
export type HandlerResult<R extends Route> = R extends ListRoute ? Page<z.input<R['reply']>> : z.input<R['reply']>;
/** A handler for every call of a noun; a missing one does not compile. */
export type Handlers<Calls extends Record<string, Route>> = {
  [K in keyof Calls]: (ask: RequestContext<Calls[K]>) => Promise<HandlerResult<Calls[K]>>;
};

type Handler = (ask: RequestContext<Route>) => Promise<unknown>;

export type RouteDependencies = {
  db: Database['query'];
  write: RunTransaction;
  ready: ResponseCache;
  remembered: ReturnType<typeof createMemoizer>;
  /** Only this installation knows it. */
  secret: string;
  /** 403 for a mutation that another site's page sends (decisions §12). */
  refuseForeign(request: FastifyRequest): void;
  /** Who is asking, by the cookie; memory answers at once, a miss reads one row. */
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

function sentence(issue: z.core.$ZodIssue, path: string): string {
  if (issue.message !== 'Invalid input') return issue.message;
  return path ? `${path} is not valid` : 'The body must be a JSON object';
}

/** Reads input by its schema; 400 says the form's own sentence and names the field. */
export function parseInput<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  const read = z.safeParse(schema, input);
  if (read.success) return read.data;
  const issues: Issue[] = read.error.issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return { path, message: sentence(issue, path) };
  });
  const message = issues[0]?.message ?? 'The input is not valid';
  throw new Problem({ status: 400, code: 'invalid', message, issues });
}

function mayAsk(route: Route, visitor: Person | null): void {
  if (route.access === 'anyone') return;
  if (!visitor) throw unauthorized();
  if (!route.access(visitor)) throw forbidden();
}

type Press = { request: FastifyRequest; visitor: Person | null; secret: string; input: unknown };

/**
 * The body is sealed with the secret: it may hold a password, which a mere hash would leave to guessing (backups carry these rows).
 * Guests share a key only with their own address, so that nobody reads what somebody elsewhere was answered.
 */
function readOnce(route: Route, { request, visitor, secret, input }: Press): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (route.method !== 'POST' || key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid('Idempotency-Key', 'An Idempotency-Key holds 1 to 200 printable characters without spaces');
  }
  const bodyHash = createHmac('sha256', secret).update(JSON.stringify(input)).digest('hex');
  const who = visitor ? `person ${visitor.id}` : `address ${clientIp(request)}`;
  return { who, call: `${route.method} ${route.path}`, key, bodyHash };
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const [path, query] = request.url.split('?');
  const words = new URLSearchParams(query);
  words.set('cursor', cursor);
  return `<${path}?${words}>; rel="next"`;
}

/** Makes the finished bytes of an answer: cut to the reply's shape, a list with its paging headers. */
function finisher(route: Route): (answer: unknown, request: FastifyRequest) => CachedResponse {
  const write = createSerializer(route.reply);
  return (answer, request) => {
    const headers: Record<string, string> = {};
    const page = route.list ? (answer as Page<unknown>) : null;
    if (page?.next) headers.link = nextLink(request, page.next);
    if (page?.total !== undefined) headers['x-total-count'] = String(page.total);
    return toCachedResponse(Buffer.from(page ? `[${page.rows.map(write).join(',')}]` : write(answer)), headers);
  };
}

async function send(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    ...ready.headers,
    etag: ready.etag,
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  });
  if (request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  const small = request.headers['accept-encoding']?.includes('br') ? await brotliBody(ready) : null;
  if (small) reply.header('content-encoding', 'br');
  return reply.send(small ?? ready.body);
}

function toAsk(
  route: Route,
  mounting: RouteDependencies,
  words: { request: FastifyRequest; reply: FastifyReply; visitor: Person | null },
) {
  const { request, reply, visitor } = words;
  const { secret } = mounting;
  const params = parseInput(route.params, request.params);
  const query = parseInput(route.query, request.query);
  const body = parseInput(route.body, request.body ?? {});
  const once = () => readOnce(route, { request, visitor, secret, input: [params, body] });
  return {
    params,
    query,
    body,
    get actor(): Person {
      if (!visitor) throw unauthorized();
      return visitor;
    },
    visitor,
    db: mounting.db,
    write: (work: (write: WriteContext) => Promise<never>) =>
      mounting.write({ topics: route.topics, actor: visitor, idempotencyKey: once() }, work),
    cacheFor: () => undefined,
    cached: (_key, work) => work(),
    request,
    reply,
  } as RequestContext<Route>;
}

/** GET: ready bytes where nothing changed since, else the handler's answer, kept for the next. */
function reading(route: Route, handler: Handler, mounting: RouteDependencies) {
  const finish = finisher(route);
  const remember = mounting.remembered.forTopics(route.topics);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const known = mounting.who(request);
    // Nearly always at once: waiting would cost a ready answer a turn.
    const visitor = known instanceof Promise ? await known : known;
    mayAsk(route, visitor);
    const key = `${visitor?.id ?? 0} ${request.url}`;
    const kept = mounting.ready.get(key, route.topics);
    if (kept) return send(kept, request, reply);
    const stamp = mounting.ready.versionOf(route.topics);
    let until = Number.POSITIVE_INFINITY;
    const ask = toAsk(route, mounting, { request, reply, visitor });
    ask.cached = remember;
    ask.cacheFor = (milliseconds) => {
      until = Date.now() + milliseconds;
    };
    const ready = finish(await handler(ask), request);
    if (route.topics.length > 0) mounting.ready.set(key, { response: ready, version: stamp, expiresAt: until });
    return send(ready, request, reply);
  };
}

/** Everything that changes something: refused from foreign pages, never kept. */
function writing(route: Route, handler: Handler, mounting: RouteDependencies) {
  const finish = finisher(route);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    mounting.refuseForeign(request);
    const visitor = await mounting.who(request);
    mayAsk(route, visitor);
    const answer = await handler(toAsk(route, mounting, { request, reply, visitor }));
    return reply
      .code(route.status)
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
      .send(finish(answer, request).body);
  };
}

type Table = Record<string, Record<string, Route>>;
export type AllHandlers<Api extends Table> = { [Noun in keyof Api]: Handlers<Api[Noun]> };

/** Serves every call of the table; the type of `features` demands a handler for each. */
export function registerRoutes<Api extends Table>(
  app: FastifyInstance,
  served: { api: Api; features: AllHandlers<Api> },
  mounting: RouteDependencies,
): void {
  for (const [noun, calls] of Object.entries(served.api)) {
    const feature = served.features[noun] as unknown as Record<string, Handler>;
    for (const [name, route] of Object.entries(calls)) {
      const handler = feature[name] as Handler;
      const serve = route.method === 'GET' ? reading : writing;
      const options = { method: route.method, url: route.path, bodyLimit: route.bodyLimit };
      app.route({ ...options, handler: serve(route, handler, mounting) });
    }
  }
}
