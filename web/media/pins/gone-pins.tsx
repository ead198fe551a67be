// What stands beside media for pins whose file is gone: the words for it, and what was cut out of it.
import { FileX } from 'lucide-react';
import { use, useState } from 'react';
import { type Anchor, anchorWords, sessionPins } from '#contract/disputes/anchors.ts';
import type { Pin } from '#contract/disputes/endpoints.ts';
import type { Media, MediaKind } from '#contract/media/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { type ComparisonPinning, type PinnedTab, PinningContext } from '#web/media/frame/pinning.ts';
import type { ComparisonState } from '#web/media/linked/comparison-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CropPicture } from './crop.tsx';
import { isGoneFromTab } from './gone.ts';

type GonePinsProps = { isGone: (anchor: Anchor) => boolean };

function GonePins({ isGone }: GonePinsProps) {
  const tab = use(PinningContext);
  return tab && <Gone tab={tab} isGone={isGone} />;
}

/** One is shown whole, the one that a link leads to or the newest, so that the media stay in reach. */
function Gone({ tab, isGone }: GonePinsProps & { tab: PinnedTab }) {
  const { data } = useApiQuery(sessionPins, { params: { id: tab.session.id } });
  const [showsAll, setShowsAll] = useState(false);
  const isNamed = ({ anchor }: Pin) => Number(anchor.id === tab.pin);
  const gone =
    data?.pins.filter(({ anchor }) => isGone(anchor)).sort((one, other) => isNamed(other) - isNamed(one)) ?? [];
  if (gone.length === 0) return null;
  return (
    <Notice tone="yellow" icon={FileX} role="status" className="mb-4">
      <div className="grid justify-items-start gap-3">
        {gone.slice(0, showsAll ? undefined : 1).map((pin) => (
          <GonePin key={pin.disputeId} pin={pin} />
        ))}
        {gone.length > 1 && (
          <Button size="sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show ${gone.length - 1} more`}
          </Button>
        )}
      </div>
    </Notice>
  );
}

function GonePin({ pin: { anchor, disputeId } }: { pin: Pin }) {
  return (
    <span className="grid gap-2">
      <span className="wrap-anywhere">
        {anchor.kind === 'comparison'
          ? `Concern ${disputeId} is about two files, ${anchorWords(anchor)} and an older one. One of them is no longer here.`
          : `Concern ${disputeId} is pinned to ${anchorWords(anchor)}, which is no longer here.`}
      </span>
      {anchor.cropUrl && (
        <span className="w-48 overflow-hidden rounded-control">
          <CropPicture anchor={anchor} alt="What was seen there" />
        </span>
      )}
    </span>
  );
}

type GoneFromTabProps = { session: number; kind: MediaKind; media: Media };

/** About pins to what a tab had once. */
export function GoneFromTab(tab: GoneFromTabProps) {
  return <GonePins isGone={(anchor: Anchor) => isGoneFromTab(anchor, tab)} />;
}

// The note about a pin of two compared files, where a link leads to it and one of them is gone.
type GoneComparedProps = { pinning: ComparisonPinning | undefined; sides: Pair<Side>; state: ComparisonState };

export function GoneCompared({ pinning, sides, state }: GoneComparedProps) {
  if (pinning?.pin === undefined || !lacksAsked(sides, state)) return null;
  return (
    <PinningContext value={{ ...pinning, kind: sides.right.kind ?? 'drone' }}>
      <GonePins isGone={({ id }) => id === pinning.pin} />
    </PinningContext>
  );
}

/** What a link leads to is not among what a side has now. */
function lacksAsked(sides: Pair<Side>, { leftItem, rightItem }: ComparisonState): boolean {
  const lacks = ({ content, item }: Side, asked: string) => content !== undefined && asked !== '' && item?.id !== asked;
  return lacks(sides.left, leftItem) || lacks(sides.right, rightItem);
}
