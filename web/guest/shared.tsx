// What each kind of share link shows: a project, a visit, a viewpoint, a comparison or a report.
import { formatDate } from '#contract/core/day-words.ts';
import type { GuestVisit, SharedContent, ZipOffer } from '#contract/sharing/guest-pages.ts';
import { phaseLabel } from '#web/lib/format/format.ts';
import { DatedPhoto, loadingOf, TabSection } from './media.tsx';
import { Pair } from './pair.tsx';
import { PackStages, StageProgress, Stages } from './stages.tsx';

type Of<Kind extends SharedContent['kind']> = { content: Extract<SharedContent, { kind: Kind }> };

const factsOf = ({ site, phase }: Pick<GuestVisit, 'site' | 'phase'>) =>
  [site, phaseLabel(phase)].filter(Boolean).join(' · ');

const comparedDays = ({ visits: [older, newer] }: Of<'comparison'>['content']) =>
  `${formatDate(older.captureDate)} and ${formatDate(newer.captureDate)}`;

function reportWords({ report }: Of<'report'>['content']): { name: string; facts: string | null } {
  if (report.of === 'session') return { name: `Session report, ${formatDate(report.captureDate)}`, facts: report.site };
  const days = `${formatDate(report.from)} to ${formatDate(report.to)}`;
  if (report.of === 'pack') return { name: `Lender’s pack no. ${report.number}`, facts: days };
  const name = `Progress report, ${days}`;
  return { name, facts: report.visits === 1 ? '1 visit' : `${report.visits} visits` };
}

export function sharedTitle(content: SharedContent): string {
  switch (content.kind) {
    case 'project':
      return content.project;
    case 'visit':
      return `${content.project}, ${formatDate(content.captureDate)}`;
    case 'viewpoint':
      return `${content.name}, ${content.project}`;
    case 'comparison':
      return `${content.project}: ${comparedDays(content)}`;
    case 'report':
      return `${content.project}: ${reportWords(content).name}`;
  }
}

function VisitCard({ visit, first = false }: { visit: GuestVisit; first?: boolean }) {
  const facts = factsOf(visit);
  return (
    <li className="card">
      <a href={visit.path}>
        <span className="photo">{visit.cover && <img src={`${visit.cover}/s400`} alt="" {...loadingOf(first)} />}</span>
        <p>
          <strong>{formatDate(visit.captureDate)}</strong>
          {facts && <span className="muted">{facts}</span>}
        </p>
      </a>
    </li>
  );
}

/** All that is released of the project, newest first, as it grows. */
function Project({ content }: Of<'project'>) {
  const { base, project, visits, page, hasMore, stages } = content;
  return (
    <main>
      <h1>{project}</h1>
      <p className="muted">Progress of the site, visit by visit</p>
      <StageProgress stages={stages} />
      <h2>Visits</h2>
      {visits.length > 0 ? (
        <ul className="grid">
          {visits.map((visit, at) => (
            <VisitCard key={visit.path} visit={visit} first={at === 0} />
          ))}
        </ul>
      ) : (
        <p className="muted">Nothing was released yet. What is released appears here.</p>
      )}
      {(page > 1 || hasMore) && (
        <nav className="pages" aria-label="Pages">
          {page > 1 && <a href={`${base}?page=${page - 1}`}>Newer visits</a>}
          {hasMore && <a href={`${base}?page=${page + 1}`}>Older visits</a>}
        </nav>
      )}
      {stages.length > 0 && <Stages content={content} />}
    </main>
  );
}

const megabytes = (bytes: number) => `up to ${Math.max(1, Math.ceil(bytes / 1_000_000))} MB`;

function Zip({ zip: { path, pictures, bytes } }: { zip: ZipOffer }) {
  return (
    <p>
      All {pictures} pictures as one file: <a href={path}>Download (ZIP, {megabytes(bytes.full)})</a> or{' '}
      <a href={`${path}?size=s1600`}>in a small size ({megabytes(bytes.s1600)})</a>
    </p>
  );
}

function Visit({ content }: Of<'visit'>) {
  const { project, captureDate, all, notes, zip, tabs } = content;
  const facts = factsOf(content);
  return (
    <main>
      {all && (
        <a className="back" href={all}>
          All visits
        </a>
      )}
      <h1>{project}</h1>
      <p>Visit of {formatDate(captureDate)}</p>
      {facts && <p className="muted">{facts}</p>}
      {notes && <p className="notes">{notes}</p>}
      {zip && <Zip zip={zip} />}
      {tabs.length > 0 ? (
        tabs.map((tab, at) => <TabSection key={tab.kind} tab={tab} first={at === 0} />)
      ) : (
        <p className="muted">Nothing is linked to this visit.</p>
      )}
    </main>
  );
}

function Viewpoint({ content: { name, project, site, pictures } }: Of<'viewpoint'>) {
  return (
    <main>
      <h1>{name}</h1>
      <p className="muted">{[project, site].filter(Boolean).join(' · ')}</p>
      <h2>The same place, visit after visit</h2>
      {pictures.length > 0 ? (
        <div className="grid">
          {pictures.map((picture, at) => (
            <DatedPhoto key={picture.path} picture={picture} first={at === 0} />
          ))}
        </div>
      ) : (
        <p className="muted">No released visit has a picture of it.</p>
      )}
    </main>
  );
}

function Comparison({ content }: Of<'comparison'>) {
  const { project, visits, pairs, view } = content;
  return (
    <main>
      <h1>{project}</h1>
      <p>{comparedDays(content)}</p>
      {pairs.length > 0 ? (
        <div className="pairs">
          {pairs.map((pair, at) => (
            <Pair key={`${pair.older.path} ${pair.newer.path}`} pair={pair} view={view} first={at === 0} />
          ))}
        </div>
      ) : (
        <p className="muted">No pictures of these two visits belong together.</p>
      )}
      <h2>Both visits</h2>
      <ul className="grid">
        {visits.map((visit) => (
          <VisitCard key={visit.path} visit={visit} />
        ))}
      </ul>
    </main>
  );
}

function Report({ content }: Of<'report'>) {
  const { name, facts } = reportWords(content);
  return (
    <main>
      <h1>{content.project}</h1>
      <p>{name}</p>
      {facts && <p className="muted">{facts}</p>}
      <p className="act">
        <a className="button" rel="nofollow" href={content.path}>
          Report (PDF)
        </a>
      </p>
      {content.report.of === 'pack' ? (
        <PackStages stages={content.report.stages} />
      ) : (
        <p className="muted">
          It is made when you open it, which may take a minute. It names no person and no position.
        </p>
      )}
    </main>
  );
}

export function Shared({ content }: { content: SharedContent }) {
  switch (content.kind) {
    case 'project':
      return <Project content={content} />;
    case 'visit':
      return <Visit content={content} />;
    case 'viewpoint':
      return <Viewpoint content={content} />;
    case 'comparison':
      return <Comparison content={content} />;
    case 'report':
      return <Report content={content} />;
  }
}
