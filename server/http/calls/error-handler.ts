// The error handler: turns whatever was thrown into a response.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isDiskFull } from '#server/db/open.ts';
import { conflict, Problem, unavailable } from '#server/lib/problem.ts';

const uniqueRules: Record<string, () => Problem> = {
  users_username_key: () => conflict('This username is already taken', 'username_taken'),
  users_email_key: () => conflict('This email is already registered', 'email_taken'),
  saved_filters_name: () => conflict('You already have a filter with this name', 'filter_name_taken'),
  project_users_project_id_user_id_key: () =>
    conflict('This person is already a member of the project', 'already_member'),
};

const frameworkErrors: Record<number, [code: string, sentence: string]> = {
  400: ['invalid', 'The request could not be read'],
  404: ['not_found', 'There is nothing at this address'],
  413: ['too_large', 'This is too large'],
  414: ['too_large', 'The address is too long'],
  415: ['wrong_type', 'Only JSON is accepted here'],
};

function fromDatabase(error: unknown): Problem | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505') return uniqueRules[constraint ?? '']?.() ?? conflict('This already exists');
  // 23503: a row that it refers to was deleted since it was checked.
  if (code === '40001' || code === '40P01' || code === '23503')
    return conflict('Somebody else changed this at the same moment. Please try again.');
  // 57014: the statement was cancelled, as a rule because it took too long.
  if (code === '57014') return unavailable('The database is very busy right now. Please try again in a few seconds.');
  if (isDiskFull(error)) return unavailable('The disk of the database is full. Nothing was changed.');
  return isDatabaseAway(error) ? unavailable() : null;
}

function fromFramework(error: unknown): Problem | null {
  const status = (error as FastifyError).statusCode;
  if (status === undefined || status >= 500 || status < 400) return null;
  const [code, message] = frameworkErrors[status] ?? ['refused', 'The request was refused'];
  return new Problem({ status, code, message });
}

/** A Problem is answered as it is; a broken unique rule becomes 409, an unavailable database 503, anything else a plain 500 that is logged. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return (
    fromDatabase(error) ??
    fromFramework(error) ??
    new Problem({ status: 500, code: 'internal', message: 'Something went wrong on our side. It has been logged.' })
  );
}

/** Fastify's error handler. */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  if (problem.status === 500) request.log.error({ err: error }, 'unexpected');
  else if (problem.status === 503) request.log.warn({ reason: (error as Error).message }, 'unavailable');
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .send(problem.body());
}
