// Digests: what is new in somebody's projects, as a mail that is made when it is sent, and as text to pass on (behaviour §18.5).
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person, Role } from '#contract/policy.ts';
import type { ReadSettings } from '#server/db/company-settings.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Composed, InlineImage, Letter, LetterSection } from '#server/features/deliveries.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { createZonedClock } from '#server/lib/zoned-time.ts';
import { isVisible } from '#server/visibility.ts';
import { type BestPair, findBestPair, type PairDependencies } from './digests/best-pair.ts';
import { loadNews, type Period, type ProjectNews } from './digests/news.ts';
import type { DigestPayload } from './digests/schedule.ts';
import { dayInWords, linesOf, summaryText } from './digests/words.ts';

const dayMs = 24 * 3_600_000;
const mostProjects = 12;
/** A mail of at most 300 kB: encoded, pictures grow by a third. */
const pictureBytes = 200_000;
/** The first pairs are shown larger. */
const largePairs = 2;

async function findReader(db: Kysely<Tables>, userId: number): Promise<Person | null> {
  const found = await sql<{ role: Role }>`select role from users where id = ${userId} and closed_at is null`.execute(
    db,
  );
  return found.rows[0] ? { kind: 'person', id: userId, role: found.rows[0].role } : null;
}

function imagesOf(projectId: number, { older, newer }: BestPair): InlineImage[] {
  return [older, newer].map(({ jpeg }, nth) => ({
    cid: `project-${projectId}-${nth}@digest`,
    filename: `project-${projectId}-${nth === 0 ? 'before' : 'after'}.jpg`,
    content: jpeg,
    contentType: 'image/jpeg',
  }));
}

function sectionOf(news: ProjectNews, pair: BestPair | null): LetterSection {
  const pictures = pair
    ? imagesOf(news.id, pair).map(({ cid }, nth) => {
        const day = dayInWords((nth === 0 ? pair.older : pair.newer).captureDate);
        return { cid, caption: day, alt: `${news.name} on ${day}` };
      })
    : [];
  return {
    title: news.name,
    lines: linesOf(news),
    pictures,
    action: { label: 'Open project', path: `/projects/${news.id}` },
  };
}

/** A host that is slow must not keep the mail from going out within its lease. */
const picturesMs = 25_000;

/** With the pictures of as many projects as the mail has room for. */
async function withPictures(deps: PairDependencies, reader: Person, shown: readonly ProjectNews[]) {
  const sections: LetterSection[] = [];
  const images: InlineImage[] = [];
  let left = pictureBytes;
  const tooLate = delay(picturesMs, null, { ref: false });
  for (const news of shown) {
    const size = images.length < 2 * largePairs ? 's400' : 's220';
    const search = left > 0 ? findBestPair(deps, reader, { released: news.released, size }).catch(() => null) : null;
    const found = await Promise.race([search, tooLate]);
    const bytes = found ? found.older.jpeg.length + found.newer.jpeg.length : 0;
    const pair = bytes <= left ? found : null;
    if (pair) {
      left -= bytes;
      images.push(...imagesOf(news.id, pair));
    }
    sections.push(sectionOf(news, pair));
  }
  return { sections, images };
}

/** The letter of one reader; nothing new, no mail. */
export function createDigestComposer(deps: PairDependencies) {
  return async (userId: number, { since, until }: DigestPayload): Promise<Composed> => {
    const reader = await findReader(deps.db, userId);
    if (!reader) return { dropped: 'The account is closed.' };
    const period: Period = { since: new Date(since), until: new Date(until) };
    const news = await loadNews(deps.db, { actor: reader, period });
    if (news.length === 0) return { dropped: 'Nothing new.' };
    const { sections, images } = await withPictures(deps, reader, news.slice(0, mostProjects));
    const others = news.length - sections.length;
    const [first] = news;
    const letter: Letter = {
      subject: news.length === 1 && first ? `What is new: ${first.name}` : `What is new in ${news.length} projects`,
      heading: 'What is new',
      paragraphs: others > 0 ? [`The first ${mostProjects} of ${news.length} projects.`] : [],
      sections,
      action: { label: 'Open dashboard', path: '/dashboard' },
    };
    return { letter, images };
  };
}

/** Of what its asker sees: photographers their own sessions, which the text says, everybody else all that was released. */
export function digests({ settings }: { settings: ReadSettings }): Handlers<typeof api.digests> {
  return {
    async projectSummary({ actor, db, params, cacheFor }) {
      if (!(await isVisible(db, actor, { kind: 'project', id: params.id }))) throw notFound('Project');
      // The seven days move on with the clock.
      cacheFor(60_000);
      const until = new Date();
      const since = new Date(until.getTime() - 7 * dayMs);
      const [news] = await loadNews(db, { actor, period: { since, until }, projectId: params.id, asReleased: true });
      if (!news) throw notFound('Project');
      const clock = createZonedClock((await settings()).timeZone);
      const day = (at: Date) => new Date(clock.show(at.getTime())).toISOString().slice(0, 10);
      const isOwn = actor.role === 'photographer';
      return { text: summaryText(news, { since: day(since), until: day(until), isOwn }) };
    },
  };
}
