// The photos of a folder as a grid, and one of them large.
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { lazyDialog } from '#web/lib/lazy-dialog.tsx';
import { Picture } from '#web/ui/picture.tsx';

const Lightbox = lazyDialog(() => import('./lightbox.tsx').then((module) => module.Lightbox));

export function Album({ items, title }: { items: MediaItem[]; title: string }) {
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-3">
        {items.map((item, nth) => (
          <li key={item.id}>
            <button
              type="button"
              className="block w-full cursor-zoom-in overflow-hidden rounded-control"
              aria-label={`Open ${item.name}`}
              onPointerEnter={Lightbox.preload}
              onClick={() => {
                setAt(nth);
                setOpen(true);
              }}
            >
              <Picture
                alt={`${title}: ${item.name}`}
                small={item.thumbnailUrl}
                large={item.imageUrl ?? undefined}
                sizes="(width < 1024px) 50vw, 400px"
                ratio="3/2"
                priority={nth < 4}
              />
            </button>
          </li>
        ))}
      </ul>
      <Lightbox open={open} onOpenChange={setOpen} items={items} title={title} at={at} onMove={setAt} />
    </>
  );
}
