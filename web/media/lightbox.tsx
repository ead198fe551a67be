// One photo as large as the screen: arrows go round in a circle, Escape closes, a click magnifies twice.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type LightboxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  items: MediaItem[];
  title: string;
  at: number;
  onMove: (at: number) => void;
};

export function Lightbox({ open, onOpenChange, items, title, at, onMove }: LightboxProps) {
  const item = items[at];
  const go = (by: number) => onMove((at + by + items.length) % items.length);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="full"
      title={item?.name ?? title}
      description={`${at + 1} of ${items.length}`}
    >
      <fieldset className="flex h-full min-h-0 min-w-0 items-stretch gap-1" aria-label={title} onKeyDown={onKeyDown}>
        <IconButton label="Previous photo" icon={ChevronLeft} onClick={() => go(-1)} className="self-center" />
        {item && <Large key={item.id} item={item} title={title} />}
        <IconButton label="Next photo" icon={ChevronRight} onClick={() => go(1)} className="self-center" />
      </fieldset>
    </Dialog>
  );
}

/** Magnified where it was clicked; the browser's own scrolling moves it about. */
function Large({ item, title }: { item: MediaItem; title: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-auto">
      <button
        type="button"
        aria-pressed={isLarge}
        aria-label={isLarge ? 'Show whole photo' : 'Zoom in'}
        className={classNames('block', isLarge ? 'w-[200%] cursor-zoom-out' : 'size-full cursor-zoom-in')}
        onClick={() => setLarge(!isLarge)}
      >
        <img
          src={item.imageUrl ?? ''}
          alt={`${title}: ${item.name}`}
          className={
            isLarge
              ? 'w-full'
              : 'mx-auto max-h-[calc(100dvh-10rem)] max-w-full object-contain sm:max-h-[calc(100dvh-12rem)]'
          }
        />
      </button>
    </div>
  );
}
