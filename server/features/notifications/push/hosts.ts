// Which hosts push goes to: those of the setting, by https; on this machine what a test opened.
import type { Outgoing } from '#server/config/outgoing.ts';

function isBelow(host: string, listed: string): boolean {
  return host === listed || host.endsWith(`.${listed}`);
}

export function isPushHost(endpoint: string, { pushHosts, testOrigins }: Outgoing): boolean {
  const url = new URL(endpoint);
  if (testOrigins.includes(url.origin)) return true;
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isPlain && pushHosts.some((listed) => isBelow(url.hostname, listed));
}
