// A shared project: its newest picture from above with its name over it, then and now, the line of time, stages, and what the newest visits hold.
import { Fragment, type ReactNode } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { LatestTab, SharedContent } from '#contract/sharing/guest-pages.ts';
import { agoWords } from '#web/lib/format/ago-words.ts';
import { count } from '#web/lib/format/format.ts';
import { nameClass, Opening, StageLines } from '#web/media/shown/opening.tsx';
import { loadingOf, Plain, TabFiles, tabNames } from './media.tsx';
import { Pair } from './pair.tsx';
import { Stages } from './stages.tsx';
import { Timeline } from './timeline.tsx';

type Content = Extract<SharedContent, { kind: 'project' }>;
type Of<Key extends keyof Content> = Pick<Content, Key>;

const coverWords = { site: 'The site from above', video: 'From a video of the site' };

function Cover({ cover }: { cover: NonNullable<Content['cover']> }) {
  return (
    <picture>
      <Plain path={cover.path} fine="s800" finest="s1600" />
      <img
        src={`${cover.path}/s400`}
        data-fine="s800"
        data-finest="s1600"
        alt={`${coverWords[cover.of]}, ${formatDate(cover.captureDate)}`}
        {...loadingOf(true)}
      />
    </picture>
  );
}

const Name = ({ project }: Of<'project'>) => (
  <h1 className={nameClass(project)}>
    <bdi>{project}</bdi>
  </h1>
);

/** So many places are named, more are counted. */
const maxPlaces = 3;

function places({ sites }: Of<'sites'>): ReactNode {
  if (sites.length === 0) return null;
  if (sites.length > maxPlaces) return count(sites.length, 'site');
  return sites.map((site, at) => (
    <Fragment key={site}>
      {at > 0 && ', '}
      <bdi>{site}</bdi>
    </Fragment>
  ));
}

/** Its progress, place by place; the one place of a project stands above. */
const progressOf = ({ stages, sites }: Of<'stages' | 'sites'>) =>
  stages.map(({ site, present, confirmed, total }) => ({
    site: sites.length > 1 ? site : null,
    ...{ present, confirmed: confirmed.length, stages: total },
  }));

/** The days are those of the company's calendar, when the page is made. */
function ProjectOpening({ content }: { content: Content }) {
  const { cover, lastDays } = content;
  return (
    <Opening
      picture={cover && <Cover cover={cover} />}
      heading={<Name {...content} />}
      places={places(content)}
      stages={progressOf(content)}
      last={lastDays === null ? null : agoWords(lastDays)}
    />
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

function LineOfTime({ content: { base, moments, film, page, hasMore, visits, cover } }: { content: Content }) {
  return (
    <section className="line">
      <h2>{page === 1 ? 'Visit after visit' : 'Older visits'}</h2>
      {moments.length > 0 ? (
        <Timeline moments={moments} first={cover === null} show={`${base}?show`} film={film} />
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
        <ProjectOpening content={content} />
      ) : (
        <Opening picture={null} heading={<Name {...content} />} places={null} stages={[]} last={null} />
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
      <StageLines stages={progressOf(content)} />
      {moments.length > 0 && <Timeline moments={moments} first linked={false} show={null} />}
      <ThenAndNow pair={pair} />
    </main>
  );
}
