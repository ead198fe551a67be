// The check of a text that may be stored as a link.
import * as z from 'zod/mini';
import { linkProblem } from './link.ts';

/** Of trimmed text: empty, or a link that may be stored. */
export const storableLink = z.check<string>((payload) => {
  const problem = payload.value === '' ? null : linkProblem(payload.value);
  if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
});
