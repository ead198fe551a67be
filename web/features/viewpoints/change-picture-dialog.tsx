// 'Change picture': which picture a visit has of a viewpoint, or that it has none; for one without, 'Choose picture'. What a hand chose no machine changes.
import { Ban } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import { getSession } from '#contract/sessions/endpoints.ts';
import { placePicture, type Viewpoint, type ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SmallPicture, type TabPicture, TabPictures } from './session-pictures.tsx';
import { numberedName, viewpointTabs } from './viewpoint-labels.ts';

type ChangePictureDialogProps = DialogControl & {
  viewpoint: Pick<Viewpoint, 'id' | 'name' | 'position' | 'kind'>;
  picture: Pick<ViewpointPicture, 'sessionId' | 'captureDate' | 'mediaKind'> & { item: { id: string } | null };
};

export function ChangePictureDialog({ viewpoint, picture, ...control }: ChangePictureDialogProps) {
  const { sessionId, captureDate, mediaKind } = picture;
  const session = useApiQuery(getSession, { params: { id: sessionId } });
  const tabs = viewpointTabs.filter((tab) => session.data?.[fieldOfKind[tab]]);
  const place = useMutation(placePicture, {
    successToast: 'Picture changed',
    errorToast: 'Failed to change the picture',
    onSuccess: () => control.onOpenChange(false),
  });
  const isMissing = picture.item === null;
  const put = (chosen: TabPicture | null) =>
    place.run({
      params: { id: viewpoint.id, sessionId },
      body: { mediaKind: chosen?.mediaKind ?? mediaKind, item: chosen?.item.id ?? null },
    });
  return (
    <Dialog
      {...control}
      size="lg"
      title={isMissing ? 'Choose picture' : 'Change picture'}
      description={`${numberedName(viewpoint)}, visit of ${formatDate(captureDate)}. Your choice stays: nothing changes it automatically.`}
      footer={
        <>
          {!isMissing && (
            <Button icon={Ban} pending={place.isPending} onClick={() => put(null)}>
              None of this visit
            </Button>
          )}
          <Button onClick={() => control.onOpenChange(false)}>Cancel</Button>
        </>
      }
    >
      {session.error && <QueryError query={session} />}
      <div className="grid gap-6" aria-busy={place.isPending}>
        {tabs.map((tab) => (
          <TabPictures key={tab} sessionId={sessionId} tab={tab} kind={viewpoint.kind}>
            {(each) => {
              const isPresent = each.item.id === picture.item?.id;
              return (
                <button
                  type="button"
                  aria-label={isPresent ? `${each.item.name}, chosen now` : `Choose ${each.item.name}`}
                  aria-pressed={isPresent}
                  disabled={isPresent}
                  onClick={() => put(each)}
                  className="rounded-control p-1 hover:bg-sunken aria-pressed:ring-3 aria-pressed:ring-accent aria-pressed:ring-inset"
                >
                  <SmallPicture item={each.item} />
                </button>
              );
            }}
          </TabPictures>
        ))}
      </div>
    </Dialog>
  );
}
