// Two panoramas of the same place: they turn and zoom together unless unlocked, and locked again they keep their distance.
import type { KeyboardEvent } from 'react';
import type { LinkRule, Pair } from '#web/media/linked-viewer.ts';
import { PanoramaBox, PanoramaButtons } from '#web/media/panorama-box.tsx';
import {
  afterKey,
  following,
  initialPanoramaView,
  inverseTurn,
  noTurn,
  type PanoramaTurn,
  type PanoramaView,
  roundedPanoramaView,
  turnBetween,
} from '#web/media/panorama-view.ts';
import type { PanoramaViewer } from '#web/media/panorama-viewer.ts';
import { type PairProps, useLinkedViewers, ViewerPair } from './viewer-pair.tsx';

const rule: LinkRule<PanoramaViewer, PanoramaTurn> = {
  noOffset: noTurn,
  offsetBetween: (left, right) => turnBetween(left.view(), right.view()),
  inverse: inverseTurn,
  follow: ({ leader, follower, offset }) => follower.setView(following(leader.view(), offset)),
};

const kind = {
  rule,
  notReady: 'Both pictures must be loaded first',
  toNumbers(view: PanoramaView) {
    const { yaw, pitch, zoom } = roundedPanoramaView(view);
    return [yaw, pitch, zoom];
  },
  fromNumbers: ([yaw = 0, pitch = 0, zoom = 0]: readonly number[]) => ({ yaw, pitch, zoom }),
};

export function PanoramaPair(props: PairProps) {
  const { items, titles, layering, url } = props;
  const { viewers, setViewer } = useLinkedViewers(kind, props);
  const { left } = viewers;
  function press(key: string): boolean {
    const next = left && afterKey(left.view(), key);
    if (next) left.setView(next);
    return next !== null;
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && press(event.key)) event.preventDefault();
  }
  const together = {
    role: 'application',
    tabIndex: 0,
    'aria-label': `360° views of ${titles.left} and ${titles.right}. Arrow keys turn both, plus and minus zoom.`,
    onKeyDown,
    onFocus: () => claimWheels(viewers, true),
    onBlur: () => claimWheels(viewers, false),
  };
  return (
    <ViewerPair {...props} together={together} buttons={left && <PanoramaButtons onPress={press} />}>
      {(side, className) => (
        <PanoramaBox
          item={items[side]}
          title={titles[side]}
          start={url.view.length < 3 ? initialPanoramaView : kind.fromNumbers(url.view)}
          bare={layering.mode !== 'side'}
          onViewer={(viewer) => setViewer(side, viewer)}
          className={className}
        />
      )}
    </ViewerPair>
  );
}

function claimWheels({ left, right }: Pair<PanoramaViewer | null>, claims: boolean) {
  left?.claimWheel(claims);
  right?.claimWheel(claims);
}
