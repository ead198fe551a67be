// Reads input by its schema; what does not fit is a 400 that names the field.
import * as z from 'zod/mini';
import { type Issue, Problem } from '#server/lib/problem.ts';

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
