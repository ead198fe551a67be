// The details of a project: facts, client, statistics and its construction sites.
import { ArrowRight, HardHat, MapPin, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Project, type Site, sites } from '#contract/projects.ts';
import { fullName } from '#web/features/sessions/session-words.ts';
import { usePages } from '#web/lib/api.ts';
import { formatInstantDay, formatNumber } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Listing } from '#web/ui/listing.tsx';
import { MoreRows } from '#web/ui/more-rows.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProjectStatus } from '#web/ui/status-badge.tsx';

type ProjectDetailsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; project: Project };

export function ProjectDetailsDialog({ open, onOpenChange, project }: ProjectDetailsDialogProps) {
  const { client } = project;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={project.name}
      footer={
        <LinkButton href={`/projects/${project.id}`} icon={ArrowRight}>
          Open project
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Facts
          title="Project Information"
          facts={[
            ['Status', <ProjectStatus key="status" status={project.status} />],
            ['Created', formatInstantDay(project.createdAt)],
            ['Total Sites', formatNumber(project.siteCount)],
          ]}
        />
        <Facts
          title="Client Information"
          facts={[
            ['Name', fullName(client)],
            ['Company', client.company],
            [
              'Email',
              client.email && (
                <a href={`mailto:${client.email}`} className="hover:underline">
                  {client.email}
                </a>
              ),
            ],
            [
              'Phone',
              client.phone && (
                <a href={`tel:${client.phone}`} className="hover:underline">
                  {client.phone}
                </a>
              ),
            ],
          ]}
        />
        <section className="sm:col-span-2">
          <h3 className="mb-2 font-semibold">Description</h3>
          <p className="wrap-anywhere whitespace-pre-line">{project.description ?? 'No description available'}</p>
        </section>
        <Facts
          title="Statistics"
          facts={[
            ['Total Sites', formatNumber(project.siteCount)],
            ['Assigned Sites', formatNumber(project.assignedSiteCount)],
          ]}
        />
        <section className="sm:col-span-2">
          <h3 className="mb-2 font-semibold">Construction Sites</h3>
          <SiteList projectId={project.id} expected={project.siteCount} />
        </section>
      </div>
    </Dialog>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value || 'Not specified'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `expected`: how many there should be, for the skeletons. */
export function SiteList({ projectId, expected }: { projectId: number; expected: number }) {
  const found = usePages(sites, { params: { id: projectId } });
  return (
    <>
      <Listing
        list={found}
        skeletons={
          <div className="grid gap-3">
            {Array.from({ length: Math.min(Math.max(expected, 1), 4) }, (_, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
              <Skeleton key={nth} className="h-24 rounded-card" />
            ))}
          </div>
        }
        empty={<p className="text-muted">This project has no sites: sessions are recorded for the whole project.</p>}
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-3">
            {rows.map((site) => (
              <li key={site.id}>
                <SiteCard site={site} />
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <MoreRows list={found} />
    </>
  );
}

function SiteCard({ site }: { site: Site }) {
  return (
    <article className="grid gap-1.5 rounded-card border border-line bg-surface p-4">
      <h4 className="wrap-anywhere flex items-start gap-2 font-medium">
        <HardHat aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        {site.name}
      </h4>
      {site.description && <p className="wrap-anywhere">{site.description}</p>}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
        {site.location && (
          <span className="inline-flex min-w-0 items-start gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <span className="wrap-anywhere">{site.location}</span>
          </span>
        )}
        <span className="inline-flex items-start gap-1.5">
          <UserRound aria-hidden="true" className="size-4 shrink-0" />
          {site.photographer ? fullName(site.photographer) : 'No photographer assigned'}
        </span>
      </p>
    </article>
  );
}
