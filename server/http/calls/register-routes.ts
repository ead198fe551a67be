// Serves the table of routes. For every call: authentication, access, validation, the handler, serialization.
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { MediaType, RowKind, Schema } from '#contract/core/endpoint.ts';
import { bodyLimitWithLogin, type ParsedInput, type Route } from '#contract/core/route.ts';
import type { Person } from '#contract/policy.ts';
import type { Database } from '#server/db/open.ts';
import type { IdempotencyKey, RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { clientIp, fullIp } from '#server/http/security/client-ip.ts';
import type { createMemoizer, Memoize } from '#server/lib/memoize.ts';
import { forbidden, invalid, notFound, unauthorized } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse, type ResponseCache, toCachedResponse } from '#server/lib/response-cache.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { capitalised } from '#server/lib/words.ts';
import { isVisible } from '#server/visibility.ts';
import type { Page } from './pagination.ts';
import { createParser, parseInput } from './parse-input.ts';
import type { LimitCounters } from './person-limits.ts';
import { replacerOf, sealsFor } from './sealed-fields.ts';
import { createSerializer } from './serializer.ts';

/** What a handler gets. */
export type RequestContext<R extends Route> = ParsedInput<R> & {
  /** Who is logged in; on a call for anyone it throws 401 when nobody is. */
  readonly actor: Person;
  visitor: Person | null;
  db: Database['query'];
  /** The only way to write: one transaction, its change events and its idempotency key (db/transaction.ts). */
  write<T>(work: (write: WriteContext) => Promise<T>): Promise<T>;
  /** For a reply that time alone makes wrong: it stays cached for at most so many milliseconds. */
  cacheFor(milliseconds: number): void;
  /** For what is expensive and the same for many addresses: computed once until one of the call's topics changes. */
  cached: Memoize;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What it takes to read for somebody. */
export type ReadContext = Pick<RequestContext<Route>, 'actor' | 'db' | 'cached'>;

type HandlerReply<R extends Schema | MediaType> = R extends Schema ? z.input<R> : FastifyReply;
/** What a handler answers; the reply's schema cuts it to shape, so surplus columns cannot leave. Bytes it sends itself. */
export type HandlerResult<R extends Route> = R extends { list: true; reply: infer Row extends Schema }
  ? Page<z.input<Row>>
  : HandlerReply<R['reply']>;
/** A handler for every call of a noun; a missing one does not compile. */
export type Handlers<Calls extends Record<string, Route>> = {
  [K in keyof Calls]: (ctx: RequestContext<Calls[K]>) => Promise<HandlerResult<Calls[K]>>;
};

type Handler = (ctx: RequestContext<Route>) => Promise<unknown>;

export type RouteDependencies = {
  db: Database['query'];
  write: RunTransaction;
  cache: ResponseCache;
  memoizer: ReturnType<typeof createMemoizer>;
  /** Only this installation knows it. */
  secret: string;
  fileIds: FileIds;
  /** 403 for a mutation that another site's page sends (behaviour §9.5). */
  refuseForeign(request: FastifyRequest): void;
  limits: LimitCounters;
  /** Who sends the request, by the cookie: at once where cached, else by reading one row. */
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
};

type Served = { route: Route; handler: Handler; deps: RouteDependencies };
/** One request for one route, with its input checked. */
type Call = ParsedInput<Route> & { visitor: Person | null; request: FastifyRequest; reply: FastifyReply };

/** By the route's rule alone; 401 for nobody. */
function isAllowed(route: Route, visitor: Person | null): boolean {
  if (route.access === 'anyone') return true;
  if (!visitor) throw unauthorized();
  return route.access(visitor);
}

/** 'Planned visit'; people call a dispute a concern. */
function rowName(kind: RowKind): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return kind === 'dispute' ? 'Concern' : capitalised(words);
}

/** Whether the person sees the row that the path names. */
async function seesRow(
  kind: RowKind,
  { route, deps }: Served,
  asked: { request: FastifyRequest; visitor: Person | null },
) {
  const { id } = parseInput(route.params, asked.request.params) as { id: number };
  return asked.visitor !== null && (await isVisible(deps.db, asked.visitor, { kind, id }));
}

/** The refusal of somebody whom the route's rule does not admit: 404 where 403 would reveal a row that they do not see. */
async function refusal(served: Served, request: FastifyRequest, visitor: Person | null): Promise<Error> {
  const { row } = served.route;
  return row === undefined || (await seesRow(row, served, { request, visitor })) ? forbidden() : notFound(rowName(row));
}

/** Before a body that is larger than most is read, its row must be one that the person sees. */
async function requireRowOfLargeBody(served: Served, request: FastifyRequest, visitor: Person | null): Promise<void> {
  const { row, bodyLimit } = served.route;
  if (row === undefined || bodyLimit <= bodyLimitWithLogin) return;
  if (!(await seesRow(row, served, { request, visitor }))) throw notFound(rowName(row));
}

/**
 * The body is sealed with the secret: it may hold a password, which a mere hash would leave to guessing (backups carry these rows).
 * Guests share a key only with their own address, so that nobody reads what somebody elsewhere was answered.
 */
function readIdempotencyKey(route: Route, call: Call, secret: string): IdempotencyKey | null {
  const { request, visitor, params, body } = call;
  const key = request.headers['idempotency-key'];
  if (route.method === 'GET' || key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid('Idempotency-Key', 'An Idempotency-Key holds 1 to 200 printable characters without spaces');
  }
  const bodyHash = createHmac('sha256', secret)
    .update(JSON.stringify([params, body]))
    .digest('hex');
  const who = visitor ? `person ${visitor.id}` : `address ${clientIp(request)}`;
  return { who, call: `${route.method} ${route.path}`, key, bodyHash };
}

function createContext(route: Route, call: Call, deps: RouteDependencies): RequestContext<Route> {
  return {
    ...call,
    get actor(): Person {
      if (!call.visitor) throw unauthorized();
      return call.visitor;
    },
    db: deps.db,
    write: (work) =>
      deps.write(
        {
          topics: route.topics,
          actor: call.visitor,
          address: fullIp(call.request),
          idempotencyKey: readIdempotencyKey(route, call, deps.secret),
        },
        work,
      ),
    cacheFor: () => undefined,
    cached: (_key, work) => work(),
  };
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const [path, query] = request.url.split('?');
  const search = new URLSearchParams(query);
  search.set('cursor', cursor);
  return `<${path}?${search}>; rel="next"`;
}

type Finish = (answer: unknown, to: { request: FastifyRequest; visitor: Person | null }) => CachedResponse;

/** Makes the finished bytes of an answer: cut to the reply's shape, ids of files sealed, a list with its paging headers. */
function createFinisher({ route, deps: { fileIds } }: Served, reply: Schema): Finish {
  const [write, replacer] = [createSerializer(reply), replacerOf(reply)];
  return (answer, { request, visitor }) => {
    const seals = sealsFor(fileIds, visitor);
    const serialize = (one: unknown) => write(replacer ? replacer(one, seals) : one);
    const headers: Record<string, string> = {};
    const page = route.list ? (answer as Page<unknown>) : null;
    if (page?.next) headers.link = nextLink(request, page.next);
    if (page?.total !== undefined) headers['x-total-count'] = String(page.total);
    return toCachedResponse(Buffer.from(page ? `[${page.rows.map(serialize).join(',')}]` : serialize(answer)), headers);
  };
}

async function send(response: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    ...response.headers,
    etag: response.etag,
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  });
  if (request.headers['if-none-match'] === response.etag) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  const brotli = request.headers['accept-encoding']?.includes('br') ? await brotliBody(response) : null;
  if (brotli) reply.header('content-encoding', 'br');
  return reply.send(brotli ?? response.body);
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** GET: cached bytes where nothing changed since, else the handler's answer, cached for the next. */
function serveRead(served: Served, schema: Schema): Serve {
  const { route, handler, deps } = served;
  const [parse, finish] = [createParser(route, served.deps.fileIds), createFinisher(served, schema)];
  const cached = deps.memoizer.forTopics(route.topics);
  return async (request, reply) => {
    const known = deps.who(request);
    // Nearly always at once: waiting would cost a cached answer a turn.
    const visitor = known instanceof Promise ? await known : known;
    if (!isAllowed(route, visitor)) throw await refusal(served, request, visitor);
    const key = `${visitor?.id ?? 0} ${request.url}`;
    const hit = deps.cache.get(key, route.topics);
    if (hit) return send(hit, request, reply);
    const version = deps.cache.versionOf(route.topics);
    let expiresAt = Number.POSITIVE_INFINITY;
    const input = parse(request);
    if (visitor !== null) countRead(visitor.id, { route, query: input.query, limits: deps.limits });
    const ctx = createContext(route, { ...input, visitor, request, reply }, deps);
    ctx.cached = cached;
    ctx.cacheFor = (milliseconds) => {
      expiresAt = Date.now() + milliseconds;
    };
    const response = finish(await handler(ctx), { request, visitor });
    if (route.topics.length > 0) deps.cache.set(key, { response, version, expiresAt });
    return send(response, request, reply);
  };
}

type Counted = { route: Route; limits: LimitCounters };

/** A list that is asked with words is a search. */
function countRead(person: number, { route, query, limits }: Counted & { query: unknown }): void {
  if ((query as { q?: string }).q) limits.search(person);
  if (route.counts === 'alignment') limits.alignment(person);
}

function countWrite(person: number, { route, reply, limits }: Counted & { reply: FastifyReply }): void {
  if (route.counts === 'chunk') return limits.chunk(person);
  limits.write(person);
  if (route.counts === 'upload') limits.upload(person, reply);
}

/** Before everything that changes something: refused from foreign pages, and who asks is known before the body is read. */
function guardWrite(served: Served) {
  const { route, deps } = served;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    deps.refuseForeign(request);
    const visitor = await deps.who(request);
    if (!isAllowed(route, visitor)) throw await refusal(served, request, visitor);
    if (visitor && route.access !== 'anyone') countWrite(visitor.id, { route, reply, limits: deps.limits });
    await requireRowOfLargeBody(served, request, visitor);
    request.visitor = visitor;
  };
}

/** Everything that changes something by what it says: never cached. */
function serveWrite(served: Served, schema: Schema): Serve {
  const { route, handler, deps } = served;
  const [parse, finish] = [createParser(route, served.deps.fileIds), createFinisher(served, schema)];
  return async (request, reply) => {
    const { visitor } = request;
    const answer = await handler(createContext(route, { ...parse(request), visitor, request, reply }, deps));
    return reply
      .code(route.status)
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
      .send(finish(answer, { request, visitor }).body);
  };
}

/** Bytes: the handler sends or streams them and says how long they may be cached; of a chunk that comes it reads them. */
function serveBytes(served: Served): Serve {
  const { route, handler, deps } = served;
  const parse = createParser(route, served.deps.fileIds);
  return async (request, reply) => {
    const visitor = await deps.who(request);
    if (!isAllowed(route, visitor)) throw await refusal(served, request, visitor);
    return (await handler(createContext(route, { ...parse(request), visitor, request, reply }, deps))) as FastifyReply;
  };
}

type Table = Record<string, Record<string, Route>>;
export type AllHandlers<Api extends Table> = { [Noun in keyof Api]: Handlers<Api[Noun]> };

/** Serves every call of the table; the type of `features` demands a handler for each. */
export function registerRoutes<Api extends Table>(
  app: FastifyInstance,
  served: { api: Api; features: AllHandlers<Api> },
  deps: RouteDependencies,
): void {
  for (const [noun, routes] of Object.entries(served.api)) {
    const handlers = served.features[noun] as unknown as Record<string, Handler>;
    for (const [name, route] of Object.entries(routes)) {
      const one = { route, handler: handlers[name] as Handler, deps };
      const { method, path: url, bodyLimit, reply } = route;
      if (method !== 'GET') {
        const isStream = typeof reply === 'string';
        const serve = isStream ? serveBytes(one) : serveWrite(one, reply);
        app.route({ method, url, bodyLimit, config: { isStream }, onRequest: guardWrite(one), handler: serve });
      } else if (typeof reply === 'string') {
        // HEAD by the same handler: Fastify's own would open the whole file to measure it.
        app.route({ method: ['GET', 'HEAD'], url, handler: serveBytes(one) });
      } else app.route({ method, url, handler: serveRead(one, reply) });
    }
  }
}
