// Where the product may send messages to: the hosts of push, and what tests open on this machine.
import { isIP } from 'node:net';

export type Outgoing = {
  /** Push goes to these hosts and those below them only. */
  pushHosts: string[];
  /** Origins on this machine that webhooks and push may reach; none in production. */
  testOrigins: string[];
};

/** The message is the rest of a sentence that begins with the setting's name. */
export class InvalidOutgoing extends Error {}

/** Google, Mozilla, Microsoft and Apple. */
export const defaultPushHosts = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

function loopbackOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && isLoopback(url.hostname) && url.pathname === '/')
    return url.origin;
  throw new InvalidOutgoing(`has '${text}', but must be origins on this machine, such as http://127.0.0.1:4000.`);
}

/** `text`: origins set apart by commas or blanks. */
export function readTestOrigins(text: string | null, { production }: { production: boolean }): string[] {
  if (text === null) return [];
  if (production) throw new InvalidOutgoing('is for tests: unset it in production.');
  return text.split(/[\s,]+/).map(loopbackOrigin);
}
