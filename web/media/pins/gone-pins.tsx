// What stands beside media for pins whose file is gone: the words for it, and what was cut out of it.
import { FileX } from 'lucide-react';
import { use } from 'react';
import { type Anchor, anchorWords, sessionPins } from '#contract/anchors.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CutoutPicture } from './cutout.tsx';
import { type PinnedTab, PinningContext } from './pinning.ts';

type GonePinsProps = { isGone: (anchor: Anchor) => boolean };

export function GonePins({ isGone }: GonePinsProps) {
  const tab = use(PinningContext);
  return tab && <Gone session={tab.session} isGone={isGone} />;
}

function Gone({ session, isGone }: GonePinsProps & Pick<PinnedTab, 'session'>) {
  const { data } = useApiQuery(sessionPins, { params: { id: session.id } });
  const gone = data?.pins.filter(({ anchor }) => isGone(anchor)) ?? [];
  return gone.map(({ anchor, disputeId }) => (
    <Notice key={disputeId} tone="yellow" icon={FileX} role="status" className="mb-4">
      <span className="grid gap-2">
        <span className="wrap-anywhere">
          {anchor.kind === 'comparison'
            ? `Concern ${disputeId} is about two files, ${anchorWords(anchor)} and an older one. One of them is no longer here.`
            : `Concern ${disputeId} is pinned to ${anchorWords(anchor)}, which is no longer here.`}
        </span>
        {anchor.cutoutUrl && (
          <span className="w-48 overflow-hidden rounded-control">
            <CutoutPicture anchor={anchor} alt="What was seen there" />
          </span>
        )}
      </span>
    </Notice>
  ));
}
