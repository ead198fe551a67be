// One session: its media first, then what it is, what was decided and what is said about it.
import { CheckCheck, ClipboardCheck, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { SessionDisputes } from '#web/features/disputes/session-disputes.tsx';
import { BrokenLinksBox } from '#web/features/sessions/parts/broken-links.tsx';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { SessionFacts, SessionLinks } from '#web/features/sessions/parts/review-fields.tsx';
import { firstTab, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { UploadingBox } from '#web/features/sessions/parts/travelling.tsx';
import { ShareButton, type ShareSubject } from '#web/features/sharing/share-button.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { cameFrom } from '#web/lib/routing/came-from.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { MediaViewer } from '#web/media/viewer/viewer.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonText } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { useSessionDialogs, useSessionRights } from './session-dialogs.tsx';
import { TakenBackFiles, UnreleasedFiles, useTakeBack } from './taken-back-files.tsx';
import { Timeline } from './timeline.tsx';

/** The open tab, the photo that is open in it by its item's id, and the pin on it that a link leads to. */
const shape = { tab: param.maybe(mediaKinds), item: param.text(), pin: param.id() };

const toSessions = { href: '/sessions', label: 'Sessions' };
const allSessions = { href: '/sessions', label: 'All sessions' };

const origins = [
  [/^\/dashboard$/, 'Dashboard'],
  [/^\/approvals$/, 'Pending Approvals'],
  [/^\/approvals\/\d+$/, 'Review desk'],
  [/^\/concerns$/, 'Concerns'],
  [/^\/projects$/, 'Projects'],
  [/^\/projects\/\d+$/, 'Project'],
  [/^\/projects\/\d+\/viewpoints\/\d+$/, 'Viewpoint'],
  [/^\/projects\/\d+\/compare$/, 'Comparison'],
  [/^\/admin(-|\/)history$/, 'System History'],
  [/^\/search$/, 'Search results'],
] as const;

/** To where one came from: a list with its filters, the queue, the project. */
function wayBack(): { href: string; label: string } {
  const from = cameFrom() ?? '';
  const [path = ''] = from.split('?');
  const label = origins.find(([pattern]) => pattern.test(path))?.[1];
  if (label) return { href: from, label };
  return path === '/sessions' ? { ...toSessions, href: from } : toSessions;
}

export function SessionPage({ params }: { params: Record<string, string> }) {
  const found = useApiQuery(getSession, { params: { id: Number(params.id) } });
  // Only the browser knows where one came from.
  const isHydrated = useIsHydrated();
  const back = useMemo(() => (isHydrated ? wayBack() : toSessions), [isHydrated]);
  if (found.data) return <LoadedSession session={found.data} back={back} />;
  return (
    <div className="page picture-near">
      <PageHeader
        title={`Session #${params.id}`}
        subtitle={!found.error && <Skeleton className="h-[1lh] w-48" />}
        back={back}
      />
      {found.error ? <LoadFailure query={found} what="session" back={allSessions} /> : <Skeletons />}
    </div>
  );
}

function Skeletons() {
  return (
    <div aria-hidden="true" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className="h-96 rounded-card sm:h-[42rem]" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </div>
  );
}

function LoadedSession({ session, back }: { session: Session; back: { href: string; label: string } }) {
  const { pin, ...viewed } = useViewed(session);
  const { onTakeBack, dialogs } = useTakeBack(session, viewed.kind);
  const isSentBack = useMayBeSentBack(session);
  const title = `${session.project.name}, ${siteLabel(session)}, ${formatDate(session.captureDate)}`;
  return (
    <div className="page picture-near">
      <PageHeader
        title={`${session.project.name}\u00a0· ${siteLabel(session)}`}
        subtitle={`Session #${session.id} · ${formatDate(session.captureDate)}`}
        badge={<SessionStatus status={session.status} />}
        back={back}
        actions={<Actions session={session} />}
      />
      <div className="mb-4 grid gap-4 empty:hidden">
        <RejectionBox session={session}>
          {isSentBack && (
            <a href="#sent-back" className="touch-target mt-1 inline-block font-medium underline print:hidden">
              Show flagged pictures and changes
            </a>
          )}
        </RejectionBox>
        <UploadingBox session={session} />
        <BrokenLinksBox session={session} />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Card padded className="max-sm:px-3 max-sm:pt-1 print:hidden">
            <UnreleasedFiles session={session} kind={viewed.kind} />
            <TakenBackFiles session={session} kind={viewed.kind} onTakeBack={onTakeBack} />
            <MediaViewer
              session={session}
              title={title}
              {...viewed}
              pinning={{ pin, Dialogs: PinDialogs, onTakeBack }}
            />
            {dialogs}
          </Card>
          {isSentBack && (
            <div id="sent-back" className="scroll-mt-20 empty:hidden">
              <SentBack session={session} heading="h2" />
            </div>
          )}
          <CrewParts session={session} />
          <SessionDisputes session={session} />
        </div>
        <aside className="grid min-w-0 content-start gap-4" aria-label="About this session">
          <Details session={session} />
          {session.released && <Evidence key={session.id} session={session} />}
          <SessionDownloads session={session} />
          <Card padded as="section">
            <h2 className="mb-4 font-semibold">Timeline</h2>
            <Timeline sessionId={session.id} />
          </Card>
        </aside>
        {session.droneImagesUrl && <PrintPhotos sessionId={session.id} title={title} />}
      </div>
    </div>
  );
}

/** Loaded after the media, which everybody came for; clients see viewpoints on the project's page. */
const SessionViewpoints = lazySection(
  () => import('#web/features/viewpoints/session-viewpoints.tsx'),
  'SessionViewpoints',
  null,
);

const SessionDownloads = lazySection(
  () => import('#web/features/sharing/session-downloads.tsx'),
  'SessionDownloads',
  null,
);

const EvidenceCard = lazySection(() => import('./evidence-card.tsx'), 'EvidenceCard', null);

const AskedEvidence = lazySection(() => import('./evidence-card.tsx'), 'AskedEvidence', <SkeletonText lines={3} />);

/** Where data are saved it waits for a tap, so that the first screen costs less. */
function Evidence({ session }: { session: Session }) {
  const isSaving = useSavesData();
  const [isOpen, setOpen] = useState(false);
  if (!isSaving) return <EvidenceCard session={session} />;
  return (
    <Card padded as="section" className="grid gap-3 print:hidden">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">Evidence</h2>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
          <span className="sr-only"> evidence</span>
        </Button>
      </div>
      {isOpen && <AskedEvidence session={session} />}
    </Card>
  );
}

const PrintPhotos = lazySection(() => import('./print-photos.tsx'), 'PrintPhotos', null);

/** With the outbox, which pages of everybody else fetch after the first view. */
const CompleteButton = lazySection(
  () => import('./complete-button.tsx'),
  'CompleteButton',
  <Button icon={CheckCheck} disabled>
    Mark as completed
  </Button>,
);

/** After the media, which it therefore never moves: they are on the first screen of a phone. */
const SentBack = lazySection(() => import('#web/features/sessions/parts/sent-back.tsx'), 'SentBack', null);

/** Of a session that was decided otherwise there is nothing to load. */
function useMayBeSentBack({ status }: Session): boolean {
  const { person } = useCurrentUser();
  return person.role !== 'client' && (status === 'rejected' || status === 'pending');
}

const ChecksCard = lazySection(() => import('./checks-card.tsx'), 'ChecksCard', null);

function CrewParts({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  if (!can.readChecks(actor)) return null;
  return (
    <>
      <SessionViewpoints session={session} />
      <ChecksCard session={session} />
    </>
  );
}

/** What is viewed, in the address: a link opens the same photo, Back closes it, and closing it leaves no second entry. */
function useViewed(session: Session) {
  const [{ tab, item, pin }, setAddress] = useSearchParams(shape);
  const opened = useRef(false);
  // A link to a photo names no tab where it was that of the drone, which may have gone since.
  const kind = tab ?? (item === '' ? firstTab(session) : 'drone');
  return {
    kind,
    pin,
    onKindChange: (to: MediaKind) =>
      setAddress({ tab: to === firstTab(session) ? undefined : to, item: undefined, pin: undefined }),
    open: item || null,
    onOpen(id: string | null) {
      if (id !== null) {
        if (item === '') opened.current = true;
        const named = kind === 'drone' ? undefined : kind;
        setAddress({ tab: named, item: id, pin: undefined }, item === '' ? 'push' : 'replace');
      } else if (opened.current) {
        opened.current = false;
        history.back();
      } else setAddress({ item: undefined, pin: undefined });
    },
  };
}

function Details({ session }: { session: Session }) {
  return (
    <Card padded as="section" className="grid gap-5">
      <h2 className="font-semibold">Details</h2>
      <SessionFacts session={session} />
      {session.notes && (
        <div>
          <h3 className="text-muted text-sm">Notes</h3>
          <p className="wrap-anywhere whitespace-pre-line">{session.notes}</p>
        </div>
      )}
      <div className="grid gap-2">
        <h3 className="text-muted text-sm">Deliverables</h3>
        <SessionLinks session={session} only="deliverables" />
      </div>
    </Card>
  );
}

function Actions({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  const [, navigate] = useLocation();
  const may = useSessionRights()(session);
  const { open, dialogs } = useSessionDialogs({ onRemoved: () => navigate('/sessions') });
  return (
    <>
      {may.review && (
        <Button variant="primary" icon={ClipboardCheck} onClick={() => open('review', session)}>
          Review
        </Button>
      )}
      {may.resubmit && (
        <Button variant="primary" icon={RotateCcw} onClick={() => open('resubmit', session)}>
          Resubmit
        </Button>
      )}
      {can.reviewSessions(actor) && session.status === 'approved' && <CompleteButton session={session} />}
      {may.edit && (
        <Button icon={Pencil} onClick={() => open('edit', session)}>
          Edit
        </Button>
      )}
      {session.released && <ShareButton subject={shareSubject(session)} />}
      {may.remove && (
        <Button icon={Trash2} onClick={() => open('remove', session)}>
          Delete
        </Button>
      )}
      {dialogs}
    </>
  );
}

function shareSubject({ id, projectId, project, captureDate }: Session): ShareSubject {
  return { scope: 'session', projectId, sessionId: id, name: `${project.name}, ${formatDate(captureDate)}` };
}
