// Reads input by its schema; what does not fit is a 400 that names the field.
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Schema } from '#contract/core/endpoint.ts';
import type { ParsedInput, Route } from '#contract/core/route.ts';
import { type Issue, Problem } from '#server/lib/problem.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { replacerOf } from './sealed-fields.ts';

function sentence(issue: z.core.$ZodIssue, path: string): string {
  if (issue.message !== 'Invalid input') return issue.message;
  return path ? `${path} is not valid` : 'The body must be a JSON object';
}

/** The 400 says the schema's own sentence, which is also the form's. */
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

type Parse = (request: FastifyRequest) => ParsedInput<Route>;

/** Ids that were sealed are opened first, so that all that follows knows one id of each file. */
export function createParser(route: Route, { open }: FileIds): Parse {
  const opened = (schema: Schema) => {
    const replacer = replacerOf(schema);
    return (input: unknown) => (replacer ? replacer(input, { file: open, link: (text) => text }) : input);
  };
  const [params, query, body] = [opened(route.params), opened(route.query), opened(route.body)];
  return (request) => ({
    params: parseInput(route.params, params(request.params)),
    query: parseInput(route.query, query(request.query)),
    body: parseInput(route.body, body(request.body ?? {})),
  });
}
