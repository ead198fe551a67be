// The one Trusted Types policy: what viewers of other makers write into the page, and the workers that they start, pass through it.

type Rules = { createHTML(html: string): string; createScriptURL(url: string): string };
type Factory = { createPolicy(name: 'default', rules: Rules): unknown };

/** Icons and buttons of the viewers hold nothing that runs. */
function withoutScript(html: string): string {
  if (/<script|<iframe|<object|<embed|\son\w+\s*=|javascript:/i.test(html))
    throw new TypeError('Markup that runs is refused');
  return html;
}

/** Decoders come with the product, or as a blob that its own code made. */
function ownWorker(url: string): string {
  const { origin, protocol } = new URL(url, location.href);
  if (origin === location.origin || (protocol === 'blob:' && url.startsWith(`blob:${location.origin}/`))) return url;
  throw new TypeError('A worker of another site is refused');
}

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
// Browsers without Trusted Types have none to pass.
trustedTypes?.createPolicy('default', { createHTML: withoutScript, createScriptURL: ownWorker });
