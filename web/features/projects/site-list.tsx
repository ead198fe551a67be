// The construction sites of a project.

import { HardHat, MapPin, MapPinned, UserRound } from 'lucide-react';
import type { PersonRef } from '#contract/accounts/users.ts';
import { type Site, sites } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { nameAmong } from '#web/lib/format/format.ts';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

type SiteListProps = {
  projectId: number;
  /** How many there should be, for the skeletons. */
  expected: number;
  /** Side by side where a page has the room. */
  wide?: true;
};

export function SiteList({ projectId, expected, wide }: SiteListProps) {
  const grid = classNames('grid grid-cols-1 gap-3', wide && 'md:grid-cols-2 xl:grid-cols-3');
  const found = useInfiniteList(sites, { params: { id: projectId } });
  return (
    <InfiniteList
      list={found}
      skeletons={
        <SkeletonList count={Math.min(Math.max(expected, 1), 4)} className={grid}>
          <Skeleton className="h-24 rounded-card" />
        </SkeletonList>
      }
      empty={<p className="text-muted">This project has no sites: sessions are recorded for the whole project.</p>}
    >
      {(rows) => (
        <ul className={grid}>
          {rows.map((site) => (
            <li key={site.id} className="grid min-w-0">
              <SiteCard
                site={site}
                people={rows.flatMap(({ photographer }) => photographer ?? [])}
                heading={wide ? 'h2' : 'h4'}
              />
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  );
}

type SiteCardProps = {
  site: Site;
  /** The photographers of all sites. */
  people: PersonRef[];
  /** Right below the page's own, or below a part of a dialog. */
  heading: 'h2' | 'h4';
};

function SiteCard({ site, people, heading: Heading }: SiteCardProps) {
  const { person } = useCurrentUser();
  const place = sitePlace(site);
  return (
    <article className="grid min-w-0 grid-cols-1 content-start gap-1.5 rounded-card border border-line bg-surface p-4">
      <Heading className="wrap-anywhere flex items-start gap-2 font-medium">
        <HardHat aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        {site.name}
      </Heading>
      {site.description && <p className="wrap-anywhere">{site.description}</p>}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
        {site.location && (
          <span className="inline-flex min-w-0 items-start gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <span className="wrap-anywhere">{site.location}</span>
          </span>
        )}
        {place && person.role !== 'client' && (
          <a
            href={place.href}
            target="_blank"
            rel="noopener noreferrer"
            className="touch-target inline-flex items-start gap-1.5 tabular-nums underline underline-offset-2 hover:text-ink"
          >
            <MapPinned aria-hidden="true" className="size-4 shrink-0" />
            {place.words}
            <span className="sr-only"> on a map, opens in a new tab</span>
          </a>
        )}
        <span className="wrap-anywhere inline-flex min-w-0 items-start gap-1.5">
          <UserRound aria-hidden="true" className="size-4 shrink-0" />
          {site.photographer ? nameAmong(site.photographer, people) : 'No photographer assigned'}
        </span>
      </p>
    </article>
  );
}

// Where a site lies, in words and on a map of the world.

/** Null where nobody said it. Five decimals are a metre. */
export function sitePlace({ latitude, longitude }: Pick<Site, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return null;
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)];
  const at = new URLSearchParams({ mlat: lat, mlon: lon });
  return { words: `${lat}, ${lon}`, href: `https://www.openstreetmap.org/?${at}#map=18/${lat}/${lon}` };
}
