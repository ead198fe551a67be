// Whether what somebody takes is theirs still while it is being sent: asked every second, in whichever process the right ends (behaviour §17.1).
import { sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import { loadSessionLink } from '#server/features/media/session-link.ts';
import { Problem } from '#server/lib/problem.ts';
import type { PictureReader, TakenPictures } from './pictures.ts';

type Reader = PictureReader & { actor: Person };

/** What is being sent: of this session, and found so when it began. */
export type Taken = Pick<TakenPictures, 'pictures' | 'originals' | 'released' | 'recordId'> & { id: number };

const askMilliseconds = 1_000;

async function hasSameRole({ db, actor }: Reader): Promise<boolean> {
  const found = await sql`select 1 from users
    where id = ${actor.id} and role = ${actor.role} and closed_at is null`.execute(db);
  return found.rows.length > 0;
}

/** Clients have what is released now; the crew goes on where another version is released meanwhile. */
async function isSeen(reader: Reader, taken: Taken): Promise<boolean> {
  const as = taken.released ? ({ asReleased: true } as const) : {};
  const now = await loadSessionLink(reader, reader.actor, { id: taken.id, kind: 'drone', ...as });
  if (now.originals !== taken.originals) return false;
  if (!can.seePresentContent(reader.actor) && now.recordId !== taken.recordId) return false;
  return !taken.released || !taken.pictures.some(({ file }) => now.takenBack.has(file.id));
}

/** While the database is away nobody can tell, and nothing is ended. */
async function isAllowed(reader: Reader, taken: Taken): Promise<boolean> {
  try {
    return (await hasSameRole(reader)) && (await isSeen(reader, taken));
  } catch (error) {
    return !(error instanceof Problem);
  }
}

/** `end` is called once, when it is theirs no more. Answers how to stop asking. */
export function watchTaken(reader: Reader, taken: Taken, end: () => void): () => void {
  const watching = new AbortController();
  let isAsking = false;
  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const stays = await isAllowed(reader, taken);
    isAsking = false;
    if (stays || watching.signal.aborted) return;
    watching.abort();
    end();
  }
  const timer = setInterval(() => void ask(), askMilliseconds).unref();
  watching.signal.addEventListener('abort', () => clearInterval(timer));
  return () => watching.abort();
}
