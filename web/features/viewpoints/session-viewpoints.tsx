// On a session's page, for crew and admins: which viewpoints the visit covers, what waits to be placed, and the way to make some.
import { Crosshair, MapPinned, TriangleAlert } from 'lucide-react';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type SessionViewpoints as Found, sessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { viewpointTabs } from './viewpoint-labels.ts';
import { coverageOf } from './visit-coverage.tsx';

const MakeViewpointsDialog = lazyDialog(() => import('./make-viewpoints-dialog.tsx'), 'MakeViewpointsDialog');
const ChangePictureDialog = lazyDialog(() => import('./change-picture-dialog.tsx'), 'ChangePictureDialog');
const PlacePicturesDialog = lazyDialog(() => import('./place-pictures-dialog.tsx'), 'PlacePicturesDialog');

export function SessionViewpoints({ session }: { session: Session }) {
  const found = useApiQuery(sessionViewpoints, { params: { id: session.id } });
  if (!found.data)
    return found.error ? (
      <Card padded>
        <QueryErrorLine query={found}>The viewpoints could not be loaded.</QueryErrorLine>
      </Card>
    ) : null;
  return <Loaded session={session} found={found.data} />;
}

function Loaded({ session, found }: { session: Session; found: Found }) {
  const { open, dialogs } = useDialogs({
    make: (control) => <MakeViewpointsDialog {...control} session={session} present={found} />,
    place: (control) => (
      <PlacePicturesDialog
        {...control}
        session={session}
        found={found}
        onChoose={(missing) => open('choose', missing)}
      />
    ),
    choose: (control, missing: Found['viewpoints'][number]) => (
      <ChangePictureDialog
        {...control}
        viewpoint={missing}
        picture={{ sessionId: session.id, captureDate: session.captureDate, mediaKind: 'drone', item: null }}
      />
    ),
  });
  const hasPictures = viewpointTabs.some((tab) => session[fieldOfKind[tab]]);
  const mayMake = found.mayManage && hasPictures;
  const sentence = coverageOf(found);
  if (!sentence && !mayMake) return null;
  const isMissing = !found.pending && found.viewpoints.some(({ picture }) => picture === null);
  const Icon = isMissing ? TriangleAlert : Crosshair;
  return (
    <Card
      as="section"
      aria-label="Viewpoints"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 print:hidden"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 tabular-nums" role="status">
        <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${isMissing ? 'text-yellow-ink' : 'text-muted'}`} />
        <span className="wrap-anywhere min-w-0">
          {sentence ?? 'This place has no viewpoints yet.'}
          {found.pending && <span className="block text-muted text-sm">Pictures are still being analysed.</span>}
        </span>
      </p>
      {found.mayManage && found.toPlace.length > 0 && (
        <Button variant="primary" icon={MapPinned} onClick={() => open('place')}>
          {count(found.toPlace.length, 'picture')} to place
        </Button>
      )}
      {mayMake && isMissing && found.toPlace.length === 0 && (
        <Button icon={MapPinned} onClick={() => open('place')}>
          Choose missing pictures
        </Button>
      )}
      {mayMake && (
        <Button icon={Crosshair} onClick={() => open('make')}>
          Make viewpoints from this visit
        </Button>
      )}
      {dialogs}
    </Card>
  );
}
