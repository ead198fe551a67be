// Answers of the stand-in, and refusals in the words that Google uses.

export type Reply = { status: number; headers: Record<string, string>; body: Buffer };

export function jsonReply(value: unknown, status = 200): Reply {
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

const messages: Record<string, string> = {
  notFound: 'File not found: .',
  badRequest: 'Bad Request',
  API_KEY_INVALID: 'API key not valid. Please pass a valid API key.',
  accessNotConfigured: 'Google Drive API has not been used in project 123 before or it is disabled.',
  rateLimitExceeded: 'Rate Limit Exceeded',
  authError: 'Invalid Credentials',
};

/** Reasons in capitals stand in `details`, as in Google's newer answers; the others in `errors`. */
export function refusalReply(status: number, reason: string): Reply {
  const message = messages[reason] ?? reason;
  const isNewer = reason === reason.toUpperCase();
  const errors = [{ domain: 'global', reason: isNewer ? 'badRequest' : reason, message }];
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  const details = isNewer ? { details: [{ '@type': type, reason, domain: 'googleapis.com' }] } : {};
  return jsonReply({ error: { code: status, message, errors, ...details } }, status);
}
