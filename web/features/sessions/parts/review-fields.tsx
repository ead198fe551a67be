// What a reviewer reads before deciding: the facts of a session and its links.
import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import {
  type DeliverableField,
  deliverableFields,
  type LinkField,
  linkFields,
  sessionFields,
} from '#contract/core/session-fields.ts';
import { fieldOfKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { fullName, phaseLabel } from '#web/lib/format/format.ts';
import { Fact } from '#web/ui/display/fact-list.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { siteLabel, tabPath } from './session-labels.ts';

/** Words of this page that differ from those everywhere else. */
const labels: Partial<Record<LinkField, string>> = {
  droneImagesUrl: 'Drone Images',
  indoorImagesUrl: 'Indoor Images',
  tour360Url: '360° Tour',
};
const labelOf = (field: LinkField) => labels[field] ?? sessionFields[field].label;

export function SessionFacts({ session }: { session: Session }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-3 [&_dd]:font-medium">
      <Fact label="Project">{session.project.name}</Fact>
      <Fact label="Site">{siteLabel(session)}</Fact>
      <Fact label="Photographer">{fullName(session.photographer)}</Fact>
      <Fact label="Capture date">{formatDate(session.captureDate)}</Fact>
      <Fact label="Scheduled date">{session.scheduledDate && formatDate(session.scheduledDate)}</Fact>
      <Fact label="Phase">{phaseLabel(session.phase)}</Fact>
    </dl>
  );
}

/** How a link of a session looks where all of them stand beside each other. */
const linkChip =
  'touch-target inline-flex max-w-full items-center gap-1.5 rounded-control border border-line px-3 py-1.5 text-left text-sm hover:border-line-strong';

const StoredDeliverable = lazySection(
  () => import('./stored-deliverable.tsx'),
  'StoredDeliverable',
  <Skeleton className="h-8 w-36 rounded-control" />,
);

/** Each link that is there, opened in a new tab. What lies in the product's own storage is seen in its tab on the session's page, or saved from here. */
export function SessionLinks({ session, only }: { session: Session; only?: 'deliverables' }) {
  const fields: readonly LinkField[] = only === 'deliverables' ? deliverableFields : linkFields;
  const present = fields.flatMap((field) => {
    const href = session[field];
    return href ? [{ field, href, outside: /^https?:\/\//i.test(href) }] : [];
  });
  if (present.length === 0) return <p className="text-muted">{only ? 'No deliverables' : 'No media links'}</p>;
  return (
    <ul className="flex flex-wrap gap-2 print:flex-col">
      {present.map(({ field, href, outside }) => (
        <li key={field}>
          {outside ? (
            <a href={href} target="_blank" rel="noopener noreferrer" className={linkChip}>
              {labelOf(field)}
              <ExternalLink aria-hidden="true" className="size-3.5 text-faint print:hidden" />
              <span className="wrap-anywhere hidden text-muted print:inline">{href}</span>
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          ) : (
            <StoredChip session={session} field={field} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A deliverable has no tab: what lies there is saved. */
function StoredChip({ session, field }: { session: Session; field: LinkField }) {
  const kind = mediaKinds.find((one) => fieldOfKind[one] === field);
  if (!kind) {
    const facts = { session, field: field as DeliverableField, label: labelOf(field) };
    return <StoredDeliverable {...facts} className={linkChip} />;
  }
  return (
    <Link href={tabPath(session, kind)} className={linkChip}>
      {labelOf(field)}
    </Link>
  );
}
