// What is known of the picture that is shown: its visit, time and camera, and for the crew how it came here.
import { Images, Replace } from 'lucide-react';
import type { ViewpointPicture, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { numberedName, placementLabels } from '#web/features/viewpoints/viewpoint-labels.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { photoFacts } from '#web/media/photos/photo-facts.ts';
import { placeText } from '#web/media/photos/place-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';

const ChangePictureDialog = lazyDialog(
  () => import('#web/features/viewpoints/change-picture-dialog.tsx'),
  'ChangePictureDialog',
);

type ViewpointFactsProps = {
  viewpoint: ViewpointWithPictures;
  picture: ViewpointPicture;
  /** The picture of the other date, while two are compared. */
  compared: ViewpointPicture | undefined;
};

export function ViewpointFacts({ viewpoint, picture, compared }: ViewpointFactsProps) {
  const { open, dialogs } = useDialogs({
    change: (control, of: ViewpointPicture) => <ChangePictureDialog {...control} viewpoint={viewpoint} picture={of} />,
  });
  const shown = [picture, compared ?? []].flat();
  return (
    <section aria-label="About the picture" className="grid gap-3">
      {shown.map((each) => (
        <div key={each.sessionId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            {/* On small screens the head of the page has no room for it. */}
            <p aria-hidden="true" className="wrap-anywhere font-semibold text-lg roomy:hidden">
              {numberedName(viewpoint)}
            </p>
            <h2 className="font-semibold tabular-nums">{formatDate(each.captureDate)}</h2>
            <p className="wrap-anywhere text-muted text-sm tabular-nums">{factsOf(each).join(' · ')}</p>
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            <LinkButton href={sessionPath(each)} icon={Images}>
              Open session
            </LinkButton>
            {viewpoint.mayManage && (
              <Button icon={Replace} onClick={() => open('change', each)}>
                Change picture
              </Button>
            )}
          </div>
        </div>
      ))}
      {dialogs}
    </section>
  );
}

function factsOf({ item, captureDate, capturedAt, placedBy }: ViewpointPicture): string[] {
  const told = { ...item, ...(capturedAt !== null && { capturedAt }) };
  const place = item.place ? placeText(item.place) : [];
  return [...photoFacts(told, captureDate), place, placedBy ? placementLabels[placedBy] : [], item.name].flat();
}

/** The session's page with the tab of the picture. */
function sessionPath({ sessionId, mediaKind }: ViewpointPicture): string {
  return `/sessions/${sessionId}${mediaKind === 'drone' ? '' : `?tab=${mediaKind}`}`;
}
