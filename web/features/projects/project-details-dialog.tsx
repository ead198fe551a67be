// The details of a project: facts, client, statistics and its construction sites.
import { ArrowRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatInstantDay } from '#contract/core/day-words.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { formatNumber, fullName } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { ContactLink, FactList } from '#web/ui/display/fact-list.tsx';
import { ProjectStatus } from '#web/ui/display/status-badge.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SiteList } from './site-list.tsx';

export function ProjectDetailsDialog({ project, ...control }: DialogControl & { project: Project }) {
  const { client } = project;
  return (
    <Dialog
      {...control}
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
            ['Email', client.email && <ContactLink key="email" to={client.email} />],
            ['Phone', client.phone && <ContactLink key="phone" to={client.phone} />],
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

function Facts({ title, facts }: { title: string } & Pick<ComponentProps<typeof FactList>, 'facts'>) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <FactList facts={facts} />
    </section>
  );
}
