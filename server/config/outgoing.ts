// Where the product may send messages to: the hosts of push, and what tests open on this machine.
import { isIP } from 'node:net';
import { type Env, InvalidSetting, read, readHosts } from './read-setting.ts';

export type Outgoing = {
  /** Push goes to these hosts and those below them only. */
  pushHosts: string[];
  /** Origins on this machine that webhooks and push may reach; none in production. */
  testOrigins: string[];
};

/** Google, Mozilla, Microsoft and Apple. */
const defaultPushHosts = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'];

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

function loopbackOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && isLoopback(url.hostname) && url.pathname === '/')
    return url.origin;
  throw new InvalidSetting(
    `TEST_ORIGINS has '${text}', but must be origins on this machine, such as http://127.0.0.1:4000.`,
  );
}

/** Origins separated by commas or blanks. */
function readTestOrigins(env: Env, production: boolean): string[] {
  const text = read(env, 'TEST_ORIGINS');
  if (text === null) return [];
  if (production) throw new InvalidSetting('TEST_ORIGINS is for tests: unset it in production.');
  return text.split(/[\s,]+/).map(loopbackOrigin);
}

export function readOutgoing(env: Env, { production }: { production: boolean }): Outgoing {
  const pushHosts = readHosts(env, 'PUSH_HOSTS');
  return {
    pushHosts: pushHosts.length > 0 ? pushHosts : defaultPushHosts,
    testOrigins: readTestOrigins(env, production),
  };
}
