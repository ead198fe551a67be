// How pages for guests are sent: never stored, never listed by search engines, and with a policy of their own.
import type { FastifyReply } from 'fastify';
import type { ShownBrand } from '#server/db/settings/brand.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';

/** Nothing but our own files; players of other hosts only on the pages that frame them. */
function contentPolicy(players: readonly string[]): string {
  const frames = [...new Set(players.map((address) => new URL(address).origin))];
  return [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'unsafe-inline'",
    "script-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

export function sendPage(reply: FastifyReply, page: string, players: readonly string[] = []): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': contentPolicy(players),
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Cookie',
    })
    .send(page);
}

/** The same for a wrong address, one that ended, and one whose subject is gone. */
export function sendGone(reply: FastifyReply, brand: ShownBrand): FastifyReply {
  const body = html`<main><h1>This link shows nothing</h1>
<p>It may be mistyped, or have ended. Ask the person who sent it to you for a new one.</p></main>`;
  return sendPage(reply.code(404), renderPage({ brand, title: 'This link shows nothing', body, script: null }));
}

const refusalTitles: Record<number, string> = {
  403: 'This was refused',
  429: 'Please wait a moment',
  500: 'Something went wrong',
  503: 'Please try again later',
};

/** `reply` has its status. */
export function sendRefusal(reply: FastifyReply, brand: ShownBrand, sentence: string): FastifyReply {
  const title = refusalTitles[reply.statusCode] ?? 'This cannot be shown';
  const body = html`<main><h1>${title}</h1><p>${sentence}</p></main>`;
  return sendPage(reply, renderPage({ brand, title, body, script: null }));
}

/** It reveals nothing of what is behind it. `base`: the link's own address, whichever of its pages was requested. */
export function sendPinForm(
  reply: FastifyReply,
  { brand, base }: { brand: ShownBrand; base: string },
  failure: string | null,
): FastifyReply {
  const body = html`<main><h1>Enter the PIN</h1><p>The person who sent you this link also has six digits for you.</p>
<form method="post" action="${base}"><label for="pin">PIN</label><input id="pin" name="pin" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required autofocus${
    failure && html` aria-invalid="true" aria-describedby="wrong"`
  }>${failure && html`<p id="wrong" class="error" role="alert">${failure}</p>`}<button>Open</button></form></main>`;
  const preview = { title: brand.name, description: 'A page was shared with you.', picture: null };
  return sendPage(reply, renderPage({ brand, title: brand.name, body, preview, script: null }));
}
