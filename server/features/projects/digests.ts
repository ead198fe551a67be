// Digests: what is new in somebody's projects, as a mail that is made when it is sent, and as text to pass on (behaviour §18.5).
import { setTimeout as delay } from 'node:timers/promises';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import type { Composed, MailContent, MailSection } from '#server/features/notifications/deliveries.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { createZonedClock } from '#server/lib/zoned-time.ts';
import { isVisible } from '#server/visibility.ts';
import { type BestPair, findBestPair } from './digests/best-pair.ts';
import { loadNews, type Period, type ProjectNews } from './digests/news.ts';
import type { MailPictureDependencies } from './digests/picture-route.ts';
import { pictureAddress } from './digests/picture-route.ts';
import type { DigestPayload } from './digests/schedule.ts';
import { dayInWords, linesOf, summaryText } from './digests/words.ts';

type Dependencies = MailPictureDependencies & { secret: string };

const dayMs = 24 * 3_600_000;
const mostProjects = 12;

/** Of whom and which digest the pictures are, and by which secret their addresses are signed. */
type Signing = { secret: string; reader: Person; digestAt: string };

function picturesOf({ name }: ProjectNews, pair: BestPair, { secret, reader, digestAt }: Signing) {
  return [pair.older, pair.newer].map(({ sessionId, kind, file, captureDate, width, height }) => {
    const path = pictureAddress(secret, { reader: reader.id, digestAt, sessionId, kind, file });
    const day = dayInWords(captureDate);
    return { path, width, height, caption: day, alt: `${name} on ${day}` };
  });
}

/** A host that is slow must not keep the mail from going out within its lease. */
const picturesMs = 25_000;

/** With the pictures of as many projects as are found in time. */
async function sectionsOf(deps: Dependencies, { reader, digestAt }: Omit<Signing, 'secret'>, shown: ProjectNews[]) {
  const sections: MailSection[] = [];
  const tooLate = delay(picturesMs, null, { ref: false });
  for (const news of shown) {
    const pair = await Promise.race([findBestPair(deps, reader, news.released).catch(() => null), tooLate]);
    sections.push({
      title: news.name,
      lines: linesOf(news),
      pictures: pair ? picturesOf(news, pair, { secret: deps.secret, reader, digestAt }) : [],
      action: { label: 'Open project', path: `/projects/${news.id}` },
    });
  }
  return sections;
}

/** The email of one reader; without news, no mail. */
export function createDigestComposer(deps: Dependencies) {
  return async (userId: number, { since, until }: DigestPayload): Promise<Composed> => {
    const reader = await findReader(deps.db, userId);
    if (!reader) return { dropped: 'The account is closed.' };
    const period: Period = { since: new Date(since), until: new Date(until) };
    const news = await loadNews(deps.db, { actor: reader, period });
    if (news.length === 0) return { dropped: 'Nothing new.' };
    const sections = await sectionsOf(deps, { reader, digestAt: until }, news.slice(0, mostProjects));
    const others = news.length - sections.length;
    const [first] = news;
    const content: MailContent = {
      subject: news.length === 1 && first ? `What is new: ${first.name}` : `What is new in ${news.length} projects`,
      heading: 'What is new',
      paragraphs: others > 0 ? [`The first ${mostProjects} of ${news.length} projects.`] : [],
      sections,
      action: { label: 'Open dashboard', path: '/dashboard' },
    };
    return { content };
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
