// The error of a refused or failed call.

export type FieldIssue = { path: string; message: string };

type ErrorInit = {
  status: number;
  message: string;
  detail?: string | undefined;
  code?: string | undefined;
  issues?: FieldIssue[] | undefined;
  present?: unknown;
  cause?: unknown;
};

/**
 * `message` is 'STATUS: body' (behaviour §9.2). `detail` is the sentence for the person: the server's own, or ours where no
 * server spoke; undefined where there was nothing readable. `status` is 0 where no response came.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string | undefined;
  readonly code: string | undefined;
  readonly issues: readonly FieldIssue[];
  /** Of the code `stale`: what was to be edited, as it is now (behaviour §2.5). */
  readonly present: unknown;

  constructor({ status, message, detail, code, issues = [], present, cause }: ErrorInit) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.issues = issues;
    this.present = present;
  }
}

const unavailable = 'The server is not available at the moment. Please try again in a few seconds.';
const proxyMessages: Record<number, string> = { 502: unavailable, 503: unavailable, 504: unavailable };

/** A non-OK answer; the body may be our JSON, or whatever a proxy in between wrote. */
export function toApiError(response: { status: number; statusText: string }, body: string): ApiError {
  const { status } = response;
  const problem = readProblem(body);
  const message = `${status}: ${body || response.statusText}`;
  return new ApiError({ status, message, ...problem, detail: problem.detail ?? proxyMessages[status] });
}

/** No response came: no connection, or no server. */
export function networkError(cause: unknown): ApiError {
  const detail = 'There is no connection to the server. Check your signal and try again.';
  return new ApiError({ status: 0, message: `0: ${detail}`, detail, code: 'no_answer', cause });
}

function readProblem(body: string): Pick<ErrorInit, 'detail' | 'code' | 'issues' | 'present'> {
  try {
    const { message, code, issues, present } = JSON.parse(body);
    return {
      detail: typeof message === 'string' && message ? message : undefined,
      code: typeof code === 'string' ? code : undefined,
      issues: Array.isArray(issues) ? issues : undefined,
      present,
    };
  } catch {
    return {};
  }
}

/** The sentence for the person, whatever was thrown. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  return (error instanceof ApiError && error.detail) || fallback;
}

/** There is no such thing, or not for this person to see (behaviour §1.2). */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** It may have been done anyway: the response was lost, not the request. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
