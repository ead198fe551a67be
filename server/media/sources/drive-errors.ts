// What Google's errors mean, and whether a retry can help (behaviour §6.4).
import { MediaError, type MediaErrorCode } from '#server/media/source-errors.ts';

export type DriveError = { error: MediaError; isTransient: boolean };

/** Google did not understand the request: a page token that is too old, or a mistake of ours. */
export class InvalidDriveQuery extends MediaError {}

type Meaning = { reasons: readonly string[]; code: MediaErrorCode; isTransient?: true; message: string };

const meanings: readonly Meaning[] = [
  {
    reasons: ['keyInvalid', 'keyExpired', 'API_KEY_INVALID'],
    code: 'misconfigured',
    message: 'Google does not accept the key for Google Drive: ask an admin to check GOOGLE_DRIVE_API_KEY.',
  },
  {
    reasons: ['accessNotConfigured', 'SERVICE_DISABLED'],
    code: 'misconfigured',
    message:
      'The Google Drive API is switched off in the Google Cloud project of our key: ask an admin to enable it there.',
  },
  {
    reasons: [
      'ipRefererBlocked',
      'API_KEY_HTTP_REFERRER_BLOCKED',
      'API_KEY_IP_ADDRESS_BLOCKED',
      'API_KEY_SERVICE_BLOCKED',
    ],
    code: 'misconfigured',
    message:
      'Google refuses our key from this server: ask an admin to restrict it by IP address and to the Drive API, not by website.',
  },
  {
    reasons: ['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'],
    code: 'busy',
    isTransient: true,
    message: 'Google Drive is getting too many requests at the moment: try again in a few minutes.',
  },
  {
    reasons: ['dailyLimitExceeded', 'quotaExceeded'],
    code: 'busy',
    message: 'Google Drive has reached a daily limit: try again tomorrow.',
  },
  {
    reasons: ['downloadQuotaExceeded'],
    code: 'busy',
    message: 'Google has paused downloads of this file, because it was read too often: try again tomorrow.',
  },
  {
    reasons: ['cannotDownloadFile', 'fileNotDownloadable', 'cannotDownloadAbusiveFile'],
    code: 'not_shared',
    message: 'Downloads of this file are switched off in Google Drive: its owner can allow them.',
  },
];

const notShared =
  'Google Drive shows nothing there: the folder or file is missing or not shared. Share it as “Anyone with the link”.';

type ErrorBody = { error?: { errors?: { reason?: unknown }[]; details?: { reason?: unknown }[]; message?: unknown } };

function read(text: string): { reasons: unknown[]; message: string } {
  try {
    const { error = {} } = Object(JSON.parse(text)) as ErrorBody;
    const reasons = [error.errors, error.details].flatMap((list) => (Array.isArray(list) ? list : []));
    return { reasons: reasons.map((one) => Object(one).reason), message: String(error.message ?? '') };
  } catch {
    return { reasons: [], message: '' };
  }
}

function byStatus(status: number): DriveError {
  if (status === 400) {
    const message = 'Google Drive rejected our request (400): please report this.';
    return { error: new InvalidDriveQuery('unreachable', message), isTransient: false };
  }
  if (status === 401) {
    const message =
      'Google does not accept our credentials for Google Drive: ask an admin to check the settings of Google Drive.';
    return { error: new MediaError('misconfigured', message), isTransient: false };
  }
  if (status === 403 || status === 404) return { error: new MediaError('not_shared', notShared), isTransient: false };
  if (status === 416) return { error: new MediaError('bad_range', 'The file has no such part.'), isTransient: false };
  const message = `Google Drive is not responding properly at the moment (${status}): try again in a few minutes.`;
  return { error: new MediaError('busy', message), isTransient: status === 429 || status >= 500 };
}

/** Reads an error's body: `errors[].reason`, else `details[].reason`, else the status. Google's own words are not passed on. */
export function toDriveError(status: number, body: string): DriveError {
  const { reasons, message } = read(body);
  if (/referer/i.test(message)) reasons.push('ipRefererBlocked');
  if (/api key not valid/i.test(message)) reasons.push('keyInvalid');
  const meaning = meanings.find((one) => one.reasons.some((reason) => reasons.includes(reason)));
  if (!meaning) return byStatus(status);
  return { error: new MediaError(meaning.code, meaning.message), isTransient: meaning.isTransient ?? false };
}
