// Routes: an endpoint with its schemas, who may call it, and what the published description says of it. Only the server runs this.
import * as z from 'zod/mini';
import type { Actor } from '#contract/policy.ts';
import type { Endpoint, MediaType, Schema, Schemas } from './endpoint.ts';

/**
 * Which roles may make the call: everybody, or those of whom the policy's sentence about the actor is true. It is asked before the handler
 * runs (401 for nobody, 403). Where the right also depends on the row, the sentence admits every role that may have it, and the feature asks
 * the policy about the row. Reads say `can.authenticated`: what is read, visibility decides. So do acts on one's own things only.
 */
export type Access = 'anyone' | ((actor: Actor) => boolean);

type Rules = {
  access: Access;
  /** What the call is for, in one sentence, for the published description. */
  summary: string;
  /** How many bytes a body may have: 16 KiB on calls for anyone, 256 KiB on others, where the route does not say more. */
  bodyLimit: number;
  /**
   * What a call counts as in the limits of each person: what changes something as a write, an upload beyond that, a chunk of one as itself
   * alone; a read as nothing, but for those that start long work.
   */
  counts: 'write' | 'upload' | 'chunk' | 'alignment' | 'nothing';
};

/** A call as the server serves it. `reply` shapes what leaves; a list answers a plain array of `reply` rows. */
export type Route = Endpoint & Rules & { params: Schema; query: Schema; body: Schema; reply: Schemas['reply'] };

const kibibyte = 1024;
export const anonymousBodyLimit = 16 * kibibyte;
export const bodyLimitWithLogin = 256 * kibibyte;
const Nothing = z.object({});
type Nothing = typeof Nothing;

/** What the routes of a noun say of a call beyond its endpoint; parts that are left out are empty. */
export type RouteDefinition = Schemas & Pick<Rules, 'access' | 'summary'> & Partial<Rules>;
export type RouteDefinitions = Record<string, RouteDefinition>;

type PartOf<D extends RouteDefinition, Part extends keyof Schemas> =
  D extends Record<Part, infer S extends Schema | MediaType> ? S : Nothing;
type RouteOf<E, D extends RouteDefinition> = E & Rules & { [Part in keyof Schemas]-?: PartOf<D, Part> };

/** The routes of a noun: each definition joined with the endpoint of its name. */
export function routes<D extends RouteDefinitions, E extends { [Name in keyof D]: Endpoint<D[Name]> }>(
  endpoints: E,
  definitions: D,
) {
  const defaults = { params: Nothing, query: Nothing, body: Nothing };
  const entries = Object.entries(definitions).map(([name, rules]) => {
    const endpoint = endpoints[name];
    const bodyLimit = rules.access === 'anyone' ? anonymousBodyLimit : bodyLimitWithLogin;
    const counts = endpoint?.method === 'GET' ? 'nothing' : 'write';
    return [name, { ...endpoint, ...defaults, bodyLimit, counts, ...rules }];
  });
  return Object.fromEntries(entries) as { [Name in keyof D]: RouteOf<E[Name], D[Name]> };
}

/** What the server's handler reads after the check. */
export type ParsedInput<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};
