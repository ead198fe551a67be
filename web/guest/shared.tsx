// What each kind of share link shows: a project, a visit, a viewpoint, a comparison or a report.
import { formatDate } from '#contract/core/day-words.ts';
import type { SharedContent, ZipOffer } from '#contract/sharing/guest-pages.ts';
import { TabSection } from './media.tsx';
import { Pair } from './pair.tsx';
import { EmbeddedProject, Project } from './project.tsx';
import { PackStages } from './stages.tsx';
import { Facts, Timeline } from './timeline.tsx';

type Of<Kind extends SharedContent['kind']> = { content: Extract<SharedContent, { kind: Kind }> };

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

const megabytes = (bytes: number) => `up to ${Math.max(1, Math.ceil(bytes / 1_000_000))} MB`;

function Zip({ zip: { path, pictures, bytes } }: { zip: ZipOffer }) {
  return (
    <p className="zip">
      All {pictures} pictures as one file: <a href={path}>Download (ZIP, {megabytes(bytes.full)})</a> or{' '}
      <a href={`${path}?size=s1600`}>in a small size ({megabytes(bytes.s1600)})</a>
    </p>
  );
}

function Visit({ content }: Of<'visit'>) {
  const { project, captureDate, all, notes, zip, report, poster, tabs } = content;
  return (
    <main>
      {all && (
        <a className="back" href={all}>
          All visits
        </a>
      )}
      <h1>
        <bdi>{project}</bdi>
      </h1>
      <p>Visit of {formatDate(captureDate)}</p>
      <p>
        <Facts {...content} />
      </p>
      {notes && (
        <p className="notes" dir="auto">
          {notes}
        </p>
      )}
      {zip && <Zip zip={zip} />}
      {report && (
        <p className="zip">
          <a rel="nofollow" href={report}>
            Report of this visit (PDF)
          </a>
        </p>
      )}
      {tabs.length > 0 ? (
        tabs.map((tab, at) => <TabSection key={tab.kind} tab={tab} poster={poster} first={at === 0} />)
      ) : (
        <p className="muted">Nothing is linked to this visit.</p>
      )}
    </main>
  );
}

function Viewpoint({ content: { base, name, project, site, moments, film } }: Of<'viewpoint'>) {
  return (
    <main>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted">
        <bdi>{project}</bdi>
        {site && ' · '}
        {site && <bdi>{site}</bdi>}
      </p>
      {moments.length > 0 ? (
        <Timeline moments={moments} first show={`${base}?show`} film={film} />
      ) : (
        <p className="muted">No released visit has a picture of this viewpoint.</p>
      )}
    </main>
  );
}

function Pairs({ content: { pairs, view } }: Of<'comparison'>) {
  if (pairs.length === 0) return <p className="muted">These two visits have no pictures of the same place.</p>;
  return (
    <div className="pairs">
      {pairs.map((pair, at) => (
        <Pair key={`${pair.older.path} ${pair.newer.path}`} pair={pair} view={view} first={at === 0} />
      ))}
    </div>
  );
}

function Comparison({ content }: Of<'comparison'>) {
  const { project, visits } = content;
  return (
    <main>
      <h1>
        <bdi>{project}</bdi>
      </h1>
      <p>{comparedDays(content)}</p>
      <Pairs content={content} />
      <p className="both">
        {visits.map((visit) => (
          <span key={visit.path}>
            <a className="back" href={visit.path ?? undefined}>
              All of {formatDate(visit.captureDate)}
            </a>{' '}
            <Facts {...visit} />
          </span>
        ))}
      </p>
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
          The report is made when you open it, which may take a minute. It contains no names of people and no camera
          positions.
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

/** In a frame on another site, whose other pages cannot be opened there: the pictures that show what was built. */
export function Embedded({ content }: { content: SharedContent }) {
  switch (content.kind) {
    case 'project':
      return <EmbeddedProject content={content} />;
    case 'viewpoint':
      return (
        <main>
          <h1>
            <bdi>{content.name}</bdi>
          </h1>
          {content.moments.length > 0 && <Timeline moments={content.moments} first linked={false} show={null} />}
        </main>
      );
    case 'comparison':
      return (
        <main>
          <h1>
            <bdi>{content.project}</bdi>
          </h1>
          <Pairs content={content} />
        </main>
      );
    case 'visit':
      return <Visit content={{ ...content, all: null, zip: null, report: null }} />;
    case 'report':
      return null;
  }
}
