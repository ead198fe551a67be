// A visit in an archive: what was written down about it, and its pictures and files tab by tab.
import { formatDate } from '#contract/core/day-words.ts';
import type { HandedTab, HandoverContent, HandoverPage } from '#contract/sharing/handover-pages.ts';
import { phaseLabel } from '#web/lib/format/format.ts';

/** Relative, from a page in this folder to a path in the archive. */
export function hrefOf(up: string, path: string): string {
  return up + path.split('/').map(encodeURIComponent).join('/');
}

type Up = HandoverPage['up'];

export function Photo({ path, small, up, children }: { path: string; small: string | null; up: Up; children: string }) {
  return (
    <figure>
      <a className="photo" href={hrefOf(up, path)}>
        {small === null ? (
          <span className="muted none">No preview</span>
        ) : (
          <img src={hrefOf(up, small)} alt={children} loading="lazy" />
        )}
      </a>
      <figcaption>{children}</figcaption>
    </figure>
  );
}

function Tab({ tab, up }: { tab: HandedTab; up: Up }) {
  const { label, pictures, files, missing } = tab;
  return (
    <section>
      <h2>{label}</h2>
      {pictures.length > 0 && (
        <div className="grid">
          {pictures.map(({ name, path, small }) => (
            <Photo key={path} path={path} small={small} up={up}>
              {name}
            </Photo>
          ))}
        </div>
      )}
      {files.map(({ name, path, isVideo }) => (
        <p key={path}>
          {isVideo && (
            // biome-ignore lint/a11y/useMediaCaption: videos of a site have no speech
            <video controls preload="none" src={hrefOf(up, path)} aria-label={name} />
          )}
          <a href={hrefOf(up, path)}>{name}</a>
        </p>
      ))}
      {missing.map(({ name, reason, elsewhere }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files of a tab may have one name
        <p key={nth} className="muted">
          {elsewhere === null ? name : <a href={elsewhere}>{name}</a>}: {reason}
        </p>
      ))}
    </section>
  );
}

export function Visit({ content, up }: { content: Extract<HandoverContent, { kind: 'visit' }>; up: Up }) {
  const { captureDate, site, phase, notes, record, tabs } = content;
  const facts = [site, phaseLabel(phase)].filter(Boolean).join(' · ');
  return (
    <main>
      <h1>Visit of {formatDate(captureDate)}</h1>
      {facts && <p className="muted">{facts}</p>}
      {notes && <p className="notes">{notes}</p>}
      {tabs.length === 0 && <p className="muted">Nothing is linked to this visit.</p>}
      {tabs.map((tab) => (
        <Tab key={tab.label} tab={tab} up={up} />
      ))}
      <p>
        <a href={hrefOf(up, record)}>The record of this visit (JSON)</a>
      </p>
    </main>
  );
}
