// Viewpoints visit after visit, and comparing two pictures: all pictures are there without the script, which adds a ruler and a divider.
import { formatDate } from '#contract/core/day-words.ts';
import type { HandedViewpoint, HandoverContent } from '#contract/sharing/handover-pages.ts';
import { hrefOf, Photo } from './visit.tsx';

function Viewpoint({ viewpoint: { name, site, pictures } }: { viewpoint: HandedViewpoint }) {
  return (
    <section className="viewpoint">
      <h2>{[name, site].filter(Boolean).join(' · ')}</h2>
      <div className="grid" data-ruler={name}>
        {pictures.map(({ path, small, captureDate }) => (
          <Photo key={path} path={path} small={small} up="">
            {formatDate(captureDate)}
          </Photo>
        ))}
      </div>
      {pictures.length > 1 && (
        <noscript>
          <p className="muted">
            The first picture is of {formatDate(pictures[0]?.captureDate ?? '')}, the last of{' '}
            {formatDate(pictures.at(-1)?.captureDate ?? '')}.
          </p>
        </noscript>
      )}
    </section>
  );
}

export function Viewpoints({ content: { viewpoints } }: { content: Extract<HandoverContent, { kind: 'viewpoints' }> }) {
  return (
    <main>
      <h1>Viewpoints</h1>
      <p className="muted">The same places, visit after visit.</p>
      {viewpoints.length === 0 && <p className="muted">No released visit has a picture of a viewpoint.</p>}
      {viewpoints.map((viewpoint, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: viewpoints of two sites may have one name
        <Viewpoint key={nth} viewpoint={viewpoint} />
      ))}
    </main>
  );
}

/** Its parts are made by the script: without one the pictures of every visit can be opened on their own pages. */
export function Compare() {
  return (
    <main>
      <h1>Compare</h1>
      <p className="muted">Two pictures of any two visits, one over the other.</p>
      <div data-compare />
      <noscript>
        <p>
          Comparing needs JavaScript. All pictures can be opened from the <a href={hrefOf('', 'index.html')}>visits</a>.
        </p>
      </noscript>
    </main>
  );
}
