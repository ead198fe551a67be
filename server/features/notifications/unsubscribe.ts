// The unsubscribe link in each email: no login, no script, and only a POST acts (RFC 8058, behaviour §18.4).
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { isOptionalMail, type OptionalMailKind } from '#contract/notifications/deliveries.ts';
import { noticeKindLabel } from '#contract/notifications/notification-preferences.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand, ShownBrand } from '#server/db/settings/brand.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { readUnsubscribeToken } from './deliveries/mail-sender.ts';
import { escapeHtml } from './deliveries/mail-template.ts';
import { turnMailOff } from './notification-preferences.ts';

type Dependencies = { db: Kysely<Tables>; write: RunTransaction; secret: string; brand: ReadBrand };
type Subscription = { userId: number; kind: OptionalMailKind; email: string | null };

const formType = 'application/x-www-form-urlencoded';
const maxBytes = 1024;
const tokenLimit = 200;

async function findSubscription({ db, secret }: Dependencies, token: string): Promise<Subscription | null> {
  const named = token.length <= tokenLimit ? readUnsubscribeToken(secret, token) : null;
  if (!named || !isOptionalMail(named.kind)) return null;
  const found = await sql<{ email: string | null }>`
    select email from users where id = ${named.userId} and closed_at is null`.execute(db);
  const [user] = found.rows;
  return user ? { userId: named.userId, kind: named.kind, email: user.email } : null;
}

/** Ada@example.org as 'A…@example.org': the link may have been forwarded. */
function hintOf(email: string | null): string {
  const [name = '', host = ''] = (email ?? '').split('@');
  return host ? `${name.slice(0, 1)}…@${host}` : 'your address';
}

function nameOf(kind: OptionalMailKind): string {
  return kind === 'digest' ? 'the digest of your projects' : `“${noticeKindLabel(kind)}”`;
}

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f4f6f8;color:#17202a}
main{max-width:32rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.375rem;line-height:1.3}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.5rem;background:#0b5cad;color:#fff;cursor:pointer}
a{color:#0b5cad}@media(prefers-color-scheme:dark){body{background:#11161c;color:#e8edf2}a{color:#7db8f2}button{background:#7db8f2;color:#0d1319}}`;

function page({ name }: ShownBrand, { title, body }: { title: string; body: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} | ${escapeHtml(name)}</title><style>${style}</style></head>
<body><main><p>${escapeHtml(name)}</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

function answer(reply: FastifyReply, html: string): FastifyReply {
  // The address holds the token: no other site may see it as a referrer.
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(html);
}

const choices = '<p><a href="/profile#notifications">All your notifications</a> (asks you to log in)</p>';

function unknown(reply: FastifyReply, brand: ShownBrand): FastifyReply {
  const body = `<p>It may have been cut when it was copied, or belongs to an account that is closed.</p>${choices}`;
  return answer(reply.code(404), page(brand, { title: 'This link is not valid', body }));
}

/** `/unsubscribe/{token}`: GET shows a button, because security scanners open links; POST, by a mail program or the button, acts. */
export function registerUnsubscribe(app: FastifyInstance, deps: Dependencies): void {
  const { brand, write } = deps;
  app.register((scope, _options, registered) => {
    // Mail programs send List-Unsubscribe=One-Click; its value does not matter.
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: maxBytes }, (_request, _text, done) =>
      done(null, {}),
    );
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, _text, done) => done(null, {}),
    );
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const found = await findSubscription(deps, params.token);
      if (!found) return unknown(reply, await brand());
      const body = `<p>Mail to ${escapeHtml(hintOf(found.email))} about ${escapeHtml(nameOf(found.kind))} ends. You still get notices in the product.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>${choices}`;
      return answer(reply, page(await brand(), { title: 'No more of these mails?', body }));
    });
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const found = await findSubscription(deps, params.token);
      if (!found) return unknown(reply, await brand());
      await write({ topics: ['preferences'] }, (context) => turnMailOff(context, found));
      const body = `<p>Mail to ${escapeHtml(hintOf(found.email))} about ${escapeHtml(nameOf(found.kind))} has ended.</p>${choices}`;
      return answer(reply, page(await brand(), { title: 'You are unsubscribed', body }));
    });
    registered();
  });
}
