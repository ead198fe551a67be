// The unsubscribe link in each email: no login, no script, and only a POST acts (RFC 8058, behaviour §18.4).
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Kysely, sql } from 'kysely';
import {
  isOptionalMail,
  noticeKindLabel,
  type OptionalMailKind,
} from '#contract/notifications/notification-preferences.ts';
import type { GuestRender } from '#contract/sharing/guest-pages.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { readUnsubscribeToken } from './deliveries/mail-sender.ts';
import { turnMailOff } from './notification-preferences.ts';

type Dependencies = {
  db: Kysely<Tables>;
  write: RunTransaction;
  secret: string;
  brand: ReadBrand;
  guestRender: () => Promise<GuestRender>;
};
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

/** `state`: where the link leads to something. */
async function answer(
  { brand, guestRender }: Dependencies,
  reply: FastifyReply,
  { found, state }: { found: Subscription | null; state: 'asks' | 'done' },
): Promise<FastifyReply> {
  const { renderUnsubscribePage } = await guestRender();
  const { name } = await brand();
  const words = found
    ? { state, email: hintOf(found.email), about: nameOf(found.kind) }
    : { state: 'unknown' as const };
  // The address holds the token: no other site may see it as a referrer.
  return reply
    .code(found ? 200 : 404)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(renderUnsubscribePage({ brand: { name }, ...words }));
}

/** `/unsubscribe/{token}`: GET shows a button, because security scanners open links; POST, by a mail program or the button, acts. */
export function registerUnsubscribe(app: FastifyInstance, deps: Dependencies): void {
  const { write } = deps;
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
      return answer(deps, reply, { found, state: 'asks' });
    });
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const found = await findSubscription(deps, params.token);
      if (found) await write({ topics: ['preferences'] }, (context) => turnMailOff(context, found));
      return answer(deps, reply, { found, state: 'done' });
    });
    registered();
  });
}
