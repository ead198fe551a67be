// The failures that people see; everything else is a 500 without details.
export type Issue = { path: string; message: string };

/** A refusal with its status, its stable code and a sentence that a person can act on (behaviour §9.1). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: Issue[] | undefined;
  readonly headers: Record<string, string>;
  readonly present: unknown;

  constructor(options: {
    status: number;
    code: string;
    message: string;
    issues?: Issue[];
    headers?: Record<string, string>;
    present?: unknown;
  }) {
    super(options.message);
    this.status = options.status;
    this.code = options.code;
    this.issues = options.issues;
    this.headers = options.headers ?? {};
    this.present = options.present;
  }

  /** The response body. */
  body(): { message: string; code: string; issues?: Issue[]; present?: unknown } {
    const { message, code, issues, present } = this;
    return { message, code, ...(issues ? { issues } : {}), ...(present === undefined ? {} : { present }) };
  }
}

/** 401: nobody is logged in. The browser's rewrite looks for the first word (behaviour §9.1). */
export function unauthorized(message = 'Unauthorized: please log in'): Problem {
  return new Problem({ status: 401, code: 'unauthorized', message });
}

/** 403: they may see it, but not do this to it. */
export function forbidden(message = 'You are not allowed to do this'): Problem {
  return new Problem({ status: 403, code: 'forbidden', message });
}

/** 404: unknown, or not theirs to see: both get the same response, so that ids leak nothing (behaviour §1.2). */
export function notFound(what: string): Problem {
  return new Problem({ status: 404, code: 'not_found', message: `${what} not found` });
}

/** 409: the state does not allow it; the sentence names the present one. */
export function conflict(message: string, code = 'conflict'): Problem {
  return new Problem({ status: 409, code, message });
}

/** 409 for an edit made from an outdated state; `present` is what its author may see of the present one (behaviour §2.5). */
export function stale(what: string, present: unknown): Problem {
  const message = `Somebody else changed this ${what} since you opened it. Look at it again first.`;
  return new Problem({ status: 409, code: 'stale', message, present });
}

/** 400: one field is wrong. `path` is dotted, as in the body. */
export function invalid(path: string, message: string): Problem {
  return new Problem({ status: 400, code: 'invalid', message, issues: [{ path, message }] });
}

/** 429 with Retry-After in whole seconds. */
export function tooMany(message: string, retryAfter: number): Problem {
  return new Problem({
    status: 429,
    code: 'too_many',
    message,
    headers: { 'retry-after': String(Math.ceil(retryAfter)) },
  });
}

/** 503: the database, or another dependency, is unavailable for a moment. */
export function unavailable(
  message = 'The database is not available at the moment. Please try again in a few seconds.',
): Problem {
  return new Problem({ status: 503, code: 'unavailable', message, headers: { 'retry-after': '5' } });
}
