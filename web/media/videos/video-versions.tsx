// The light copy and the original of a video: which one is shown, the other one for whoever may have it, or how far the copy is.
import { useEffect, useRef } from 'react';
import { formatSize } from '#web/lib/format/format.ts';
import type { VideoSource } from '#web/media/frame/media-view.ts';
import { useLookAgain } from '#web/media/frame/use-look-again.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** A copy takes minutes. */
const lookEveryMs = 5_000;

type Version = 'light' | 'original';

const labelled = (name: string, bytes: number | null) => (bytes === null ? name : `${name} · ${formatSize(bytes)}`);

/** Another version goes on at the same second, and plays if the former did. */
function useSameSecond(box: HTMLElement | null, shown: Version): void {
  const former = useRef(shown);
  useEffect(() => {
    const player = box?.querySelector('video');
    const isSame = former.current === shown;
    former.current = shown;
    if (!player || isSame) return;
    const { currentTime, paused } = player;
    const goOn = () => {
      player.currentTime = currentTime;
      // A browser may want another tap: the controls are there.
      if (paused) player.pause();
      else void player.play().catch(() => undefined);
    };
    player.addEventListener('loadedmetadata', goOn, { once: true });
    player.load();
    return () => player.removeEventListener('loadedmetadata', goOn);
  }, [box, shown]);
}

type VideoVersionsProps = {
  video: VideoSource;
  shown: Version;
  /** The element around the player. */
  box: HTMLElement | null;
  /** Undefined before it plays: the light one comes first. */
  onChoose?: ((version: Version) => void) | undefined;
};

export function VideoVersions({ video: { light, bytes, preparing }, shown, box, onChoose }: VideoVersionsProps) {
  useSameSecond(box, shown);
  useLookAgain(preparing === undefined ? null : lookEveryMs);
  if (preparing !== undefined)
    return (
      <p className="text-muted text-sm tabular-nums">A light copy is being made: {Math.round(preparing * 100)} %</p>
    );
  if (!light) return null;
  const versions = { light: labelled('Light', light.bytes), original: labelled('Original', bytes) };
  const other = shown === 'light' ? 'original' : 'light';
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {versions[shown]}
      </p>
      {onChoose && (other === 'light' || light.original) && (
        <Button size="sm" className="tabular-nums" onClick={() => onChoose(other)}>
          {versions[other]}
        </Button>
      )}
    </div>
  );
}
