// The first page of an archive: its visits, documents, evidence, and what is not in it.
import { formatDate } from '#contract/core/day-words.ts';
import type { HandoverContent, HandoverPage } from '#contract/sharing/handover-pages.ts';
import { count, phaseLabel } from '#web/lib/format/format.ts';
import { hrefOf } from './visit.tsx';

type OverviewContent = Extract<HandoverContent, { kind: 'overview' }>;

function Card({ visit }: { visit: OverviewContent['visits'][number] }) {
  const { path, captureDate, site, phase, cover, pictures } = visit;
  const facts = [site, phaseLabel(phase), count(pictures, 'picture')].filter(Boolean).join(' · ');
  return (
    <li className="card">
      <a href={hrefOf('', path)}>
        <span className="photo">{cover && <img src={hrefOf('', cover)} alt="" loading="lazy" />}</span>
        <p>
          <strong>{formatDate(captureDate)}</strong>
          <span className="muted">{facts}</span>
        </p>
      </a>
    </li>
  );
}

function Documents({ documents }: Pick<OverviewContent, 'documents'>) {
  if (documents.length === 0) return null;
  return (
    <section>
      <h2>Documents</h2>
      <ul className="lines">
        {documents.map(({ path, name, captureDate }) => (
          <li key={path}>
            <a href={hrefOf('', path)}>{name}</a> <span className="muted">{formatDate(captureDate)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Evidence({ seals }: Pick<OverviewContent, 'seals'>) {
  return (
    <section>
      <h2>Evidence</h2>
      <p>
        {seals === 0
          ? 'None of these releases was sealed when this archive was made.'
          : `${count(seals, 'release')} of these visits ${seals === 1 ? 'is' : 'are'} sealed. The seals, the public keys and a script that checks them are in the folder “evidence”.`}
      </p>
      <p>
        <a href={hrefOf('', 'evidence/files.csv')}>All files with their SHA-256</a>
      </p>
    </section>
  );
}

function LeftOutList({ leftOut }: Pick<OverviewContent, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <section>
      <h2>Not in this archive</h2>
      <ul className="lines">
        {leftOut.map(({ captureDate, site, name, reason }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a visit may have one name
          <li key={nth}>
            <strong>{name}</strong>{' '}
            <span className="muted">{[formatDate(captureDate), site].filter(Boolean).join(' · ')}</span>
            <p className="muted">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Overview({ page, content }: { page: HandoverPage; content: OverviewContent }) {
  const { visits, documents, seals, leftOut, viewpoints, concerns, stages } = content;
  const facts = [
    count(visits.length, 'visit'),
    count(viewpoints, 'viewpoint'),
    count(concerns, 'concern'),
    count(stages, 'stage'),
  ];
  return (
    <main>
      <h1>{page.project}</h1>
      <p className="muted">{facts.join(' · ')}</p>
      <h2>Visits</h2>
      {visits.length === 0 ? (
        <p className="muted">Nothing has been released yet.</p>
      ) : (
        <ul className="grid">
          {visits.map((visit) => (
            <Card key={visit.path} visit={visit} />
          ))}
        </ul>
      )}
      <Documents documents={documents} />
      <Evidence seals={seals} />
      <LeftOutList leftOut={leftOut} />
    </main>
  );
}
