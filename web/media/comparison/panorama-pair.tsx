// Two panoramas of the same place: they turn and zoom together unless unlocked, and locked again they keep their distance.
import type { LinkRule, SideName } from '#web/media/linked/linked-viewer.ts';
import { PanoramaBox, panoramaControls } from '#web/media/panoramas/panorama-box.tsx';
import {
  following,
  inverseTurn,
  noTurn,
  type PanoramaTurn,
  type PanoramaView,
  readTurn,
  roundedPanoramaView,
  turnBetween,
  writeTurn,
} from '#web/media/panoramas/panorama-view.ts';
import type { PanoramaViewer } from '#web/media/panoramas/panorama-viewer.ts';
import { panoramaPlaces } from '#web/media/panoramas/panorama-viewer.ts';
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
  places: panoramaPlaces,
  writeOffset: writeTurn,
  readOffset: readTurn,
};

/** As the address has it; the right one turned further, also while each side moves alone. */
function startOf(side: SideName, { view, shift }: PairProps['url']): PanoramaView {
  const left = kind.fromNumbers(view);
  return side === 'left' ? left : following(left, readTurn(shift));
}

/** Until somebody sets them apart both look the same way. */
function turnedUrl(url: PairProps['url'], alignment: PairProps['alignment']): PairProps['url'] {
  if (alignment?.turn === undefined || url.shift.length > 0) return url;
  return { ...url, shift: writeTurn({ yaw: alignment.turn, pitch: 0 }) };
}

export function PanoramaPair(props: PairProps) {
  const { items, titles, layering, alignment } = props;
  const url = turnedUrl(props.url, alignment);
  const { viewers, setViewer } = useLinkedViewers(kind, { ...props, url });
  const { left, right } = viewers;
  const label = `360° views of ${titles.left} and ${titles.right}. Arrow keys turn both, plus and minus zoom.`;
  const controls = panoramaControls(label, () => [left, right]);
  return (
    <ViewerPair {...props} together={controls.box} buttons={left && controls.bar()}>
      {(side, className) => (
        <PanoramaBox
          item={items[side]}
          title={titles[side]}
          {...(url.view.length >= 3 && { start: startOf(side, url) })}
          bare={layering.mode !== 'side'}
          half={layering.mode === 'side' ? undefined : side}
          onViewer={(viewer) => setViewer(side, viewer)}
          className={className}
        />
      )}
    </ViewerPair>
  );
}
