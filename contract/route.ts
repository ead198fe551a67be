// Routes: an endpoint with its schemas, who may call it, and what the published description says of it. Only the server reads them.
import * as z from 'zod/mini';
import type { Endpoint, MediaType, Schema, Schemas, SchemasOf } from './endpoint.ts';
import type { Actor } from './policy.ts';

/**
 * Which roles may make the call: everybody, or those of whom the policy's sentence about the actor is true. It is asked before the handler
 * runs (401 for nobody, 403). Where the right also depends on the row, the sentence admits every role that may have it, and the feature asks
 * the policy about the row. Reads say `can.authenticated`: what is read, visibility decides. So do acts on one's own things only.
 */
export type Access = 'anyone' | ((actor: Actor) => boolean);

/**
 * What the `:id` of the path names. A person whom `access` refuses is answered 403 only if they see that row, and else 404, as for a row
 * that does not exist: no refusal tells what is there.
 */
export type RowKind = 'user' | 'project' | 'session' | 'dispute';

type Rules = {
  access: Access;
  /** Null: the call is not about one row that somebody may not see. */
  row: RowKind | null;
  /** What the call is for, in one sentence, for the published description. */
  summary: string;
  /** How many bytes a body may have: 16 KiB on calls for anyone, 256 KiB on others, where the route does not say more. */
  bodyLimit: number;
};

/** A call as the server serves it. `reply` shapes what leaves; a list answers a plain array of `reply` rows. */
export type Route = Endpoint & Rules & { params: Schema; query: Schema; body: Schema; reply: Schemas['reply'] };

const kibibyte = 1024;
export const anonymousBodyLimit = 16 * kibibyte;
export const bodyLimitWithLogin = 256 * kibibyte;
const Nothing = z.object({});
type Nothing = typeof Nothing;

type PartOf<E extends Endpoint, Part extends keyof Schemas> =
  SchemasOf<E> extends Record<Part, infer S extends Schema | MediaType> ? S : Nothing;
type RouteOf<E extends Endpoint> = E & Rules & { [Part in keyof Schemas]-?: PartOf<E, Part> };

/** Gives an endpoint the schemas that its type names, and the rules of the call. */
export function route<E extends Endpoint>(
  endpoint: E,
  options: SchemasOf<E> & Pick<Rules, 'access' | 'summary'> & Partial<Rules>,
): RouteOf<E> {
  const bodyLimit = options.access === 'anyone' ? anonymousBodyLimit : bodyLimitWithLogin;
  const defaults = { params: Nothing, query: Nothing, body: Nothing, row: null, bodyLimit };
  return { ...endpoint, ...defaults, ...options } as unknown as RouteOf<E>;
}

/** What the server's handler reads after the check. */
export type ParsedInput<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};
