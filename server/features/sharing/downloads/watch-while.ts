// Whether a download is still allowed while it is sent: checked every second, in whichever process the right ends (behaviour §17.1).
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';

const askMilliseconds = 1_000;

/** The account is open, and has the role that it had. */
export async function hasSameRole(db: Kysely<Tables>, { id, role }: Person): Promise<boolean> {
  const found = await sql`select 1 from users where id = ${id} and role = ${role} and closed_at is null`.execute(db);
  return found.rows.length > 0;
}

/** `end` is called once, when it is allowed no more. Answers how to stop asking. */
export function watchWhile(isAllowed: () => Promise<boolean>, end: () => void): () => void {
  const watching = new AbortController();
  let isAsking = false;
  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const stays = await isAllowed();
    isAsking = false;
    if (stays || watching.signal.aborted) return;
    watching.abort();
    end();
  }
  const timer = setInterval(() => void ask(), askMilliseconds).unref();
  watching.signal.addEventListener('abort', () => clearInterval(timer));
  return () => watching.abort();
}
