// The links of a project: how often each was opened, and how it is ended or gets a new address.
import { useState } from 'react';
import { formatDate, formatInstantDay } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import {
  endAllShareLinks,
  endShareLink,
  renewShareLink,
  type ShareLink,
  shareLinks,
} from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge, type Tone } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

/** Its address is shown this once. */
export type MadeLink = { link: ShareLink; path: string; url: string | null };

const states: Record<ShareLink['state'], { label: string; tone: Tone }> = {
  live: { label: 'Open', tone: 'green' },
  expired: { label: 'Expired', tone: 'grey' },
  ended: { label: 'Ended', tone: 'grey' },
  too_many_pins: { label: 'Ended: too many wrong PINs', tone: 'red' },
  gone: { label: 'Shows nothing: removed', tone: 'yellow' },
  not_allowed: { label: 'Ended: its sharer may no longer share it', tone: 'yellow' },
};

/** A report of a period that shows nothing would show what is released in it later. */
const mayEnd = ({ state }: Pick<ShareLink, 'state'>) => state === 'live' || state === 'gone';

const scopes: Record<ShareLink['scope'], string> = {
  project: 'The whole project',
  session: 'Visit of',
  viewpoint: 'Viewpoint',
  comparison: 'Comparison of',
  report: 'Report of',
};

/** 'Visit of January 2, 2026'. */
export function subjectLabel({ scope, subject }: Pick<ShareLink, 'scope' | 'subject'>): string {
  if (subject === null) return scopes[scope];
  const joint = scope === 'report' ? ' to ' : ' and ';
  const words = scope === 'viewpoint' ? subject : subject.split(' ').map(formatDate).join(joint);
  return `${scopes[scope]} ${words}`;
}

type ShareListProps = { projectId: number; onAddress: (made: MadeLink) => void };

export function ShareList({ projectId, onAddress }: ShareListProps) {
  const { actor } = useCurrentUser();
  const list = useInfiniteList(shareLinks, { params: { id: projectId } });
  const rows = list.data?.rows ?? [];
  const hasOpen = rows.some(mayEnd);
  return (
    <section className="mt-2 grid gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          {can.endAllLinks(actor) ? 'Links of this project' : 'Your links of this project'}
        </h3>
        {can.endAllLinks(actor) && hasOpen && <EndAll projectId={projectId} />}
      </div>
      <InfiniteList
        list={list}
        moreLabel="Older links"
        skeletons={<Skeleton className="h-16" />}
        empty={<p className="text-muted text-sm">No links yet.</p>}
      >
        {(links) => (
          <ul className="grid gap-3">
            {links.map((link) => (
              <ShareRow key={link.id} link={link} onAddress={onAddress} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </section>
  );
}

function ShareRow({ link, onAddress }: { link: ShareLink; onAddress: (made: MadeLink) => void }) {
  const { person } = useCurrentUser();
  const { label, tone } = states[link.state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 rounded-control border border-line p-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-medium">{link.recipient}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {subjectLabel(link)}
          {link.hasPin && ' · with a PIN'}
          {link.sharedBy.id !== person.id && ` · by ${fullName(link.sharedBy)}`}
        </p>
        <Opens link={link} />
      </div>
      {mayEnd(link) && <RowActions link={link} onAddress={onAddress} />}
    </li>
  );
}

function Opens({ link }: { link: ShareLink }) {
  const { opens, firstOpenedAt, lastOpenedAt, openedOn, expiresAt, state } = link;
  return (
    <div className="text-muted text-sm">
      {firstOpenedAt && lastOpenedAt ? (
        <>
          Opened {count(opens, 'time')}: first <Instant at={firstOpenedAt} />, last <Instant at={lastOpenedAt} />
        </>
      ) : (
        'Not opened yet'
      )}
      {state === 'live' && (
        <>
          {' · ends '}
          <Instant at={expiresAt} day />
        </>
      )}
      <OpenedDays openedOn={openedOn} />
    </div>
  );
}

/** First and last say it all of fewer than three. */
function OpenedDays({ openedOn }: Pick<ShareLink, 'openedOn'>) {
  const zone = useTimeZone() ?? 'UTC';
  const days = [...new Set(openedOn.map((at) => formatInstantDay(at, zone)))];
  if (days.length < 3) return null;
  return (
    <details>
      <summary className="touch-target w-fit cursor-pointer rounded-control text-accent-ink hover:underline">
        Days on which it was opened
      </summary>
      {days.join(' · ')}
    </details>
  );
}

function RowActions({ link, onAddress }: { link: ShareLink; onAddress: (made: MadeLink) => void }) {
  const [asks, setAsks] = useState<'end' | 'renew'>();
  const close = () => setAsks(undefined);
  const params = { id: link.id };
  const end = useMutation(endShareLink, {
    successToast: 'Link ended',
    errorToast: 'Failed to end the link',
    onSuccess: close,
  });
  const renew = useMutation(renewShareLink, {
    errorToast: 'Failed to make a new link',
    onSuccess: (made) => {
      close();
      onAddress(made);
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      {link.state === 'live' && (
        <Button size="sm" onClick={() => setAsks('renew')}>
          New link<span className="sr-only"> for {link.recipient}</span>
        </Button>
      )}
      <Button size="sm" onClick={() => setAsks('end')}>
        End<span className="sr-only"> the link for {link.recipient}</span>
      </Button>
      <ConfirmDialog
        open={asks === 'end'}
        onOpenChange={close}
        title={`End the link for ${link.recipient}?`}
        sentence="Open pages and running videos end at once. What was already saved cannot be recalled."
        confirmLabel="End link"
        pending={end.isPending}
        pendingLabel="Ending..."
        onConfirm={() => end.run({ params })}
      />
      <ConfirmDialog
        open={asks === 'renew'}
        onOpenChange={close}
        tone="primary"
        title={`Make a new link for ${link.recipient}?`}
        sentence="The old address stops working at once."
        confirmLabel="New link"
        pending={renew.isPending}
        pendingLabel="Making..."
        onConfirm={() => renew.run({ params })}
      />
    </div>
  );
}

function EndAll({ projectId }: { projectId: number }) {
  const [asks, setAsks] = useState(false);
  const end = useMutation(endAllShareLinks, {
    successToast: ({ ended }) => `${count(ended, 'link')} ended`,
    errorToast: 'Failed to end the links',
    onSuccess: () => setAsks(false),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsks(true)}>
        End all
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="End all links of this project?"
        sentence="All of them stop working at once."
        confirmLabel="End all"
        pending={end.isPending}
        pendingLabel="Ending..."
        onConfirm={() => end.run({ params: { id: projectId } })}
      />
    </>
  );
}
