// A shared project: its newest picture from above with its name over it, then and now, the line of time, stages, and what the newest visits hold.
import { Fragment } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { LatestTab, SharedContent } from '#contract/sharing/guest-pages.ts';
import { progressWords } from '#contract/stages/valuation.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { loadingOf, Plain, TabFiles, tabNames } from './media.tsx';
import { Pair } from './pair.tsx';
import { Stages } from './stages.tsx';
import { Timeline } from './timeline.tsx';

type Content = Extract<SharedContent, { kind: 'project' }>;
type Of<Key extends keyof Content> = Pick<Content, Key>;

/** 'today', '6 days ago', '3 months ago': by the company's calendar, when the page is made. */
export function agoWords(days: number): string {
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 61) return `${days} days ago`;
  if (days < 730) return `${Math.round(days / 30.44)} months ago`;
  return `${formatNumber(Math.floor(days / 365.25))} years ago`;
}

/** 'Roof carcass · 11 of 15 stages confirmed', place by place; the one place of a project stands above. */
function StageLines({ content: { stages, sites } }: { content: Content }) {
  return stages.slice(0, maxLines).map(({ site, present, confirmed, total }) => (
    <p key={site}>
      {sites.length > 1 && site && <bdi>{site}</bdi>}
      {sites.length > 1 && site && ' · '}
      {progressWords({ present, next: null, confirmed: confirmed.length, stages: total })}
    </p>
  ));
}

/** So many places are named, more are counted. */
const maxPlaces = 3;
function Places({ sites }: Of<'sites'>) {
  if (sites.length === 0) return null;
  if (sites.length > maxPlaces) return <p>{count(sites.length, 'site')}</p>;
  return (
    <p>
      {sites.map((site, at) => (
        <Fragment key={site}>
          {at > 0 && ', '}
          <bdi>{site}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

/** In the hero only the first ones have room; the section of stages has all. */
const maxLines = 2;
/** From so many letters on a name is set smaller. */
const longName = 40;

function Hero({ content }: { content: Content }) {
  const { cover, project, lastDays } = content;
  return (
    <header className={cover ? 'hero' : 'hero plain'}>
      {cover && (
        <picture>
          <Plain path={cover.path} fine="s800" finest="s1600" />
          <img
            src={`${cover.path}/s400`}
            data-fine="s800"
            data-finest="s1600"
            alt={`The site from above, ${formatDate(cover.captureDate)}`}
            {...loadingOf(true)}
          />
        </picture>
      )}
      <div>
        <h1 className={project.length > longName ? 'long' : undefined}>
          <bdi>{project}</bdi>
        </h1>
        <Places sites={content.sites} />
        <StageLines content={content} />
        {lastDays !== null && <p>Last visit {agoWords(lastDays)}</p>}
      </div>
    </header>
  );
}

function ThenAndNow({ pair }: Of<'pair'>) {
  if (!pair) return null;
  return (
    <section className="then">
      <h2>Then and now</h2>
      <p className="muted">
        <bdi>{pair.name}</bdi>
      </p>
      <Pair pair={pair} view={null} first={false} />
    </section>
  );
}

function LineOfTime({ content: { base, moments, page, hasMore, visits, cover } }: { content: Content }) {
  return (
    <section className="line">
      <h2>{page === 1 ? 'Visit after visit' : 'Older visits'}</h2>
      {moments.length > 0 ? (
        <Timeline moments={moments} first={cover === null} show={`${base}?show`} />
      ) : (
        <p className="muted">Nothing has been released yet. Released visits appear here.</p>
      )}
      {(page > 1 || hasMore) && (
        <nav className="pages" aria-label="Pages">
          {page > 1 && <a href={page === 2 ? base : `${base}?page=${page - 1}`}>Newer visits</a>}
          {hasMore && <a href={`${base}?page=${page + 1}`}>Older visits</a>}
          <span className="muted">{count(visits, 'visit')} in all</span>
        </nav>
      )}
    </section>
  );
}

function Latest({ latest: { kind, captureDate, path, poster, tab } }: { latest: LatestTab }) {
  const day = formatDate(captureDate);
  return (
    <section>
      <h2>{tabNames[kind]}</h2>
      <p className="muted">
        Newest of <a href={path}>the visit of {day}</a>
      </p>
      {tab && <TabFiles tab={tab} poster={poster} />}
    </section>
  );
}

function Notes({ notes }: Of<'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section className="noted">
      <h2>Notes</h2>
      <ul>
        {notes.map(({ captureDate, path, notes: words }) => (
          <li key={path}>
            <a href={path}>{formatDate(captureDate)}</a>
            <p className="notes" dir="auto">
              {words}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each is made when it is opened. */
function Reports({ content: { reports, sites } }: { content: Content }) {
  if (reports.length === 0) return null;
  return (
    <section className="noted reports">
      <h2>Reports</h2>
      <ul>
        {reports.map(({ captureDate, site, path }) => (
          <li key={path}>
            <a rel="nofollow" href={path}>
              Report of {formatDate(captureDate)} (PDF)
            </a>
            {site && sites.length > 1 && (
              <span className="muted">
                {' '}
                <bdi>{site}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Project({ content }: { content: Content }) {
  const { page, stages, latest } = content;
  return (
    <main className="wide">
      {page === 1 ? (
        <Hero content={content} />
      ) : (
        <header className="hero plain">
          <div>
            <h1>
              <bdi>{content.project}</bdi>
            </h1>
          </div>
        </header>
      )}
      <ThenAndNow pair={content.pair} />
      <LineOfTime content={content} />
      {stages.length > 0 && <Stages content={content} />}
      {latest.length > 0 && (
        <div className="latest">
          {latest.map((one) => (
            <Latest key={one.kind} latest={one} />
          ))}
        </div>
      )}
      <Notes notes={content.notes} />
      <Reports content={content} />
    </main>
  );
}

/** In a frame: then and now, and the line of time. */
export function EmbeddedProject({ content }: { content: Content }) {
  const { project, moments, pair } = content;
  return (
    <main>
      <h1>
        <bdi>{project}</bdi>
      </h1>
      <StageLines content={content} />
      {moments.length > 0 && <Timeline moments={moments} first linked={false} show={null} />}
      <ThenAndNow pair={pair} />
    </main>
  );
}
