// The tap that what is compared waits for, with the megabytes where every side says its own.
import { Map as MapIcon, Orbit, Play } from 'lucide-react';
import { ClickToLoad } from '#web/media/frame/click-to-load.tsx';
import type { Viewable } from '#web/media/linked/sides.ts';

type LoadButtonProps = { of: readonly Viewable[]; label?: string | undefined; onOpen: () => void };

const icons: Partial<Record<Viewable['is'], typeof Play>> = { panorama: Orbit, map: MapIcon };

const both: Partial<Record<Viewable['is'], string>> = { panorama: '360 pictures', map: 'maps', video: 'videos' };

export function LoadButton({ of, label, onOpen }: LoadButtonProps) {
  const is = of[0]?.is ?? 'video';
  const icon = icons[is] ?? Play;
  return <ClickToLoad label={`Load ${label ?? `both ${both[is]}`}`} icon={icon} bytes={bytesOf(of)} onOpen={onOpen} />;
}

/** Of all together; null where one of them does not say. */
export function bytesOf(contents: readonly Viewable[]): number | null {
  let sum = 0;
  for (const content of contents) {
    const file = 'item' in content ? content.item : content;
    if (!('bytes' in file) || file.bytes === null) return null;
    sum += file.bytes;
  }
  return sum;
}
