// '3 pictures to place': each with the viewpoints that it may stand for, the likeliest first, to be placed by one tap; then the viewpoints that are left over.
import { CircleCheck, ImagePlus } from 'lucide-react';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { placePicture, type SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { kindOfPicture } from './session-pictures.tsx';
import type { ViewpointTab } from './viewpoint-labels.ts';
import { numberedName, placementReasons } from './viewpoint-labels.ts';

type ToPlace = SessionViewpoints['toPlace'][number];
type Listed = SessionViewpoints['viewpoints'][number];
type PlacePicturesDialogProps = DialogControl & {
  session: Session;
  found: SessionViewpoints;
  /** The picture of a viewpoint that has none is chosen among all of the visit. */
  onChoose: (viewpoint: Listed) => void;
};

function titleOf({ toPlace }: SessionViewpoints, missing: readonly Listed[]): string {
  if (toPlace.length > 0) return `${count(toPlace.length, 'picture')} to place`;
  return missing.length > 0 ? `${count(missing.length, 'viewpoint')} without a picture` : 'All pictures are placed';
}

export function PlacePicturesDialog({ session, found, onChoose, ...control }: PlacePicturesDialogProps) {
  const { toPlace, viewpoints } = found;
  const missing = viewpoints.filter(({ picture }) => picture === null);
  return (
    <Dialog
      {...control}
      size="lg"
      title={titleOf(found, missing)}
      description={
        toPlace.length > 0 &&
        'More than one viewpoint fits these pictures, or none clearly. Tap the one that each shows.'
      }
      footer={<Button onClick={() => control.onOpenChange(false)}>Close</Button>}
    >
      {toPlace.length === 0 && missing.length === 0 && <EmptyState icon={CircleCheck} title="Nothing left to place" />}
      {toPlace.length > 0 && (
        <ul className="grid gap-4">
          {toPlace.map((each) => (
            <li key={each.item.id} className="grid gap-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
              <PictureToPlace sessionId={session.id} toPlace={each} viewpoints={found.viewpoints} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <Missing viewpoints={missing} onChoose={onChoose} />}
    </Dialog>
  );
}

function Missing({
  viewpoints,
  onChoose,
}: { viewpoints: readonly Listed[] } & Pick<PlacePicturesDialogProps, 'onChoose'>) {
  return (
    <section aria-label="Viewpoints without a picture" className="grid gap-2 pt-2">
      <p className="text-muted">This visit has no picture of these viewpoints yet. Choose one where it has.</p>
      <ul className="grid gap-2">
        {viewpoints.map((viewpoint) => (
          <li key={viewpoint.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere min-w-0 font-medium">{numberedName(viewpoint)}</span>
            <Button icon={ImagePlus} onClick={() => onChoose(viewpoint)}>
              Choose picture<span className="sr-only"> of {numberedName(viewpoint)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PictureToPlaceProps = { sessionId: number; toPlace: ToPlace; viewpoints: readonly Listed[] };

function PictureToPlace({ sessionId, toPlace: { item, mediaKind, candidates }, viewpoints }: PictureToPlaceProps) {
  const place = useMutation(placePicture, {
    successToast: 'Picture placed',
    errorToast: 'Failed to place the picture',
  });
  const put = (id: number) => place.run({ params: { id, sessionId }, body: { mediaKind, item: item.id } });
  const kind = kindOfPicture({ item, mediaKind: mediaKind as ViewpointTab });
  const likely = candidates.flatMap(({ viewpointId, by }) => {
    const viewpoint = viewpoints.find(({ id }) => id === viewpointId);
    return viewpoint ? [{ viewpoint, by }] : [];
  });
  const others = viewpoints.filter((each) => each.kind === kind && !likely.some(({ viewpoint }) => viewpoint === each));
  return (
    <>
      <div className="min-w-0">
        <Picture
          alt={item.name}
          small={imageAtSize(item, 's400')}
          srcSet={imagesAtSizes(item, ['s220', 's400', 's800'])}
          sizes="(width < 640px) 90vw, 224px"
          ratio="3/2"
          className="rounded-control"
        />
        <p className="mt-1 truncate text-muted text-sm">{item.name}</p>
      </div>
      <div className="grid content-start justify-items-start gap-2" aria-busy={place.isPending}>
        {likely.map(({ viewpoint, by }) => (
          <Button key={viewpoint.id} pending={place.isPending} onClick={() => put(viewpoint.id)}>
            <span className="sr-only">{item.name} is </span>
            {numberedName(viewpoint)} <span className="font-normal text-muted">· {placementReasons[by]}</span>
          </Button>
        ))}
        {others.length > 0 && (
          <Select
            aria-label={`Another viewpoint for ${item.name}`}
            value=""
            className="w-64 max-w-full"
            onChange={({ target }) => target.value !== '' && put(Number(target.value))}
          >
            <option value="">{likely.length > 0 ? 'Another viewpoint' : 'Choose its viewpoint'}</option>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {numberedName(each)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </>
  );
}
