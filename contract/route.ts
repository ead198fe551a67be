// Routes: an endpoint with its schemas, who may call it, and what the published description says of it. Only the server reads them.
import * as z from 'zod/mini';
import type { Endpoint, Schema, Schemas, SchemasOf } from './endpoint.ts';
import type { Actor } from './policy.ts';

/** Who may ask at all: everybody, or those of whom the policy sentence is true. Rows are judged later, by scope. */
export type Access = 'anyone' | ((actor: Actor) => boolean);

type Rules = {
  access: Access;
  /** What the call is for, in one sentence, for the published description. */
  summary: string;
  /** How many bytes a body may have. */
  bodyLimit: number;
};

/** A call as the server serves it. `reply` shapes what leaves; a list answers a plain array of `reply` rows. */
export type Route = Endpoint & Rules & { [Part in keyof Schemas]-?: Schema };

const mebibyte = 1024 * 1024;
const Nothing = z.object({});
type Nothing = typeof Nothing;

type PartOf<E extends Endpoint, Part extends keyof Schemas> =
  SchemasOf<E> extends Record<Part, infer S extends Schema> ? S : Nothing;
type RouteOf<E extends Endpoint> = E & Rules & { [Part in keyof Schemas]-?: PartOf<E, Part> };

/** Gives an endpoint the schemas that its type names, and the rules of the call. */
export function route<E extends Endpoint>(
  endpoint: E,
  options: SchemasOf<E> & Omit<Rules, 'bodyLimit'> & Partial<Rules>,
): RouteOf<E> {
  const defaults = { params: Nothing, query: Nothing, body: Nothing, bodyLimit: mebibyte };
  return { ...endpoint, ...defaults, ...options } as unknown as RouteOf<E>;
}

/** What the server's handler reads after the check. */
export type ParsedInput<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};
