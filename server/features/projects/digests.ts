// Digests: what is new in somebody's projects, as a mail that is made when it is sent, and as text to pass on (behaviour §18.5).

import type { api } from '#contract/api.ts';
import { calendarDay, formatDate, shortDay } from '#contract/core/day-words.ts';
import { Anchor } from '#contract/disputes/anchor-schemas.ts';
import { concernPath } from '#contract/disputes/anchors.ts';
import type { MarkKind, StageProgress } from '#contract/stages/endpoints.ts';
import { progressWords } from '#contract/stages/valuation.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { MailComposer } from '#server/features/notifications/deliveries/mail-sender.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import type { MailContent, MailEntry, MailSection } from '#server/features/notifications/deliveries.ts';
import type { StageNews } from '#server/features/stages/summaries.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { replacerOf, sealsFor } from '#server/http/calls/sealed-fields.ts';
import { notFound } from '#server/lib/problem.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { capitalised } from '#server/lib/words.ts';
import { isVisible } from '#server/visibility.ts';
import { type ConcernNews, loadNews, type Period, type ProjectNews, type ReleasedSession } from './digests/news.ts';
import {
  type BestPair,
  createPictureTime,
  findBestPair,
  type MailPictureDependencies,
  type Signing,
  toMailPicture,
} from './digests/picture-route.ts';
import type { DigestPayload } from './digests/schedule.ts';

// The sentences of a digest: of one project, for a mail and for a message to be passed on.
const mostLines = 8;

function count(many: number, one: string): string {
  return `${many} ${one}${many === 1 ? '' : 's'}`;
}

/** One line, whatever was typed. */
function shortened(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= 120 ? flat : `${flat.slice(0, 119)}…`;
}

function releasedLine({ id, site, captureDate, phase }: ReleasedSession): string {
  return [`Session #${id}`, site && shortened(site), formatDate(captureDate), phase && capitalised(phase)]
    .filter(Boolean)
    .join(', ');
}

function clockOf({ status, answered, overdue, dueOn }: ConcernNews): string {
  if (status === 'resolved' || status === 'closed') return status;
  if (answered) return 'answered, not yet resolved';
  if (dueOn === null) return 'waiting for an answer';
  return overdue ? `answer was due on ${formatDate(dueOn)}` : `answer due by ${formatDate(dueOn)}`;
}

const sealAnchor = replacerOf(Anchor);

/** With a link of its own, as the bell leads to it. */
const concernEntry = (fileIds: FileIds) => {
  const seals = sealsFor(fileIds, null);
  return (concern: ConcernNews): MailEntry => {
    const anchor = concern.anchor && ((sealAnchor?.(concern.anchor, seals) ?? concern.anchor) as typeof concern.anchor);
    const text = `Concern about session #${concern.sessionId}: ${shortened(concern.reason)} (${clockOf(concern)})`;
    return { text, path: concernPath({ ...concern, anchor }) };
  };
};

/** The first of them, and how many more there are. */
function some<T, Line>(rows: readonly T[], line: (row: T) => Line, more: string): (Line | string)[] {
  const shown: (Line | string)[] = rows.slice(0, mostLines).map(line);
  return rows.length > mostLines ? [...shown, `and ${count(rows.length - mostLines, more)} more`] : shown;
}

const givenWords: Record<MarkKind, string> = {
  claimed: 'claimed',
  seen: 'seen in a released visit',
  confirmed: 'confirmed',
  acknowledged: 'acknowledged',
};

function markWords({ kind, act, note }: StageNews): string {
  if (act === 'given') return givenWords[kind];
  const what = act === 'refused' ? 'refused' : `the mark '${givenWords[kind]}' taken back`;
  return note === null ? what : `${what}: ${shortened(note)}`;
}

const stageName = ({ site, stage }: StageNews) => shortened(site === null ? stage : `${stage}, ${site}`);

function markLine(news: StageNews): string {
  const by = news.as === 'guest' ? `by link, name as typed: ${news.byName}` : `by ${news.byName}`;
  return `Stage ${stageName(news)}: ${markWords(news)} (${shortened(by)})`;
}

/** How far each list of stages is. */
function progressLines(progress: StageProgress | null): string[] {
  return (progress?.lists ?? []).map(({ site, present, next, ...counts }) => {
    const of = site === null ? 'Current stage' : `Current stage of ${shortened(site)}`;
    const names = { present: present && shortened(present), next: next && shortened(next) };
    return `${of}: ${progressWords({ ...names, ...counts })}`;
  });
}

function sealLines(seal: ProjectNews['seal']): string[] {
  return seal ? [`Seal of the last release: no. ${seal.number} of this project, code ${seal.code}`] : [];
}

export function linesOf(
  { released, concerns, stages, progress, seal }: ProjectNews,
  fileIds: FileIds,
): (string | MailEntry)[] {
  const head = released.length > 0 ? [`${count(released.length, 'session')} released:`] : [];
  return [
    ...head,
    ...some(released, releasedLine, 'session'),
    ...some(stages, markLine, 'mark'),
    ...progressLines(progress),
    ...some(concerns, concernEntry(fileIds), 'concern'),
    ...sealLines(seal),
  ];
}

type Summary = {
  since: string;
  until: string;
  /** It covers its asker's own sessions only, and says so. */
  isOwn: boolean;
};

/** Without names of files or people: it is passed on to whoever the reader likes. */
export function summaryText(news: ProjectNews, { since, until, isOwn }: Summary): string {
  const open = news.concerns.filter(({ status }) => status === 'open' || status === 'in_progress');
  const overdue = open.filter((concern) => concern.overdue).length;
  const late = overdue > 0 ? `, ${overdue} overdue` : '';
  return [
    `*${news.name.replace(/[*_~`\s]+/g, ' ').trim()}*`,
    `${shortDay(since, until)} – ${shortDay(until)}${isOwn ? ', my sessions' : ''}`,
    ...(news.released.length > 0
      ? [
          `${count(news.released.length, 'session')} released:`,
          ...some(news.released, (row) => `• ${releasedLine(row)}`, 'session'),
        ]
      : ['No sessions were released.']),
    ...some(news.stages, (mark) => `• Stage ${stageName(mark)}: ${markWords({ ...mark, note: null })}`, 'mark'),
    ...progressLines(news.progress),
    open.length > 0 ? `${count(open.length, 'open concern')}${late}.` : 'No open concerns.',
  ].join('\n');
}

type Dependencies = MailPictureDependencies & { secret: string; fileIds: FileIds };

const dayMs = 24 * 3_600_000;
const mostProjects = 12;

function picturesOf({ name }: ProjectNews, pair: BestPair, signing: Signing) {
  return [pair.older, pair.newer].map((picture) => {
    const day = formatDate(picture.captureDate);
    return toMailPicture(signing, picture, { caption: day, alt: `${name} on ${day}` });
  });
}

/** With the pictures of as many projects as are found in time. */
async function sectionsOf(deps: Dependencies, signing: Signing, shown: ProjectNews[]) {
  const sections: MailSection[] = [];
  const inTime = createPictureTime();
  for (const news of shown) {
    const pair = await inTime(findBestPair(deps, signing.reader, news.released));
    sections.push({
      title: news.name,
      lines: linesOf(news, deps.fileIds),
      pictures: pair ? picturesOf(news, pair, signing) : [],
      action: { label: 'Open project', path: `/projects/${news.id}` },
    });
  }
  return sections;
}

/** The email of one reader; without news, no mail. */
export function createDigestComposer(deps: Dependencies): MailComposer {
  return async (userId, { payload }) => {
    const { since, until } = payload as DigestPayload;
    const reader = await findReader(deps.db, userId);
    if (!reader) return { dropped: 'The account is closed.' };
    const period: Period = { since: new Date(since), until: new Date(until) };
    const news = await loadNews(deps.db, { actor: reader, period });
    if (news.length === 0) return { dropped: 'Nothing new.' };
    const sections = await sectionsOf(
      deps,
      { secret: deps.secret, reader, digestAt: until },
      news.slice(0, mostProjects),
    );
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
      const { timeZone } = await settings();
      const isOwn = actor.role === 'photographer';
      return {
        text: summaryText(news, { since: calendarDay(since, timeZone), until: calendarDay(until, timeZone), isOwn }),
      };
    },
  };
}
