// For the crew: where the chosen photo was taken, and all photos of the tab on a map.
import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { placeText } from './photo-facts.ts';
import type { PlacedPhoto } from './photo-map.tsx';

const PhotoMapBox = lazySection(() => import('./photo-map.tsx'), 'PhotoMapBox');

type PhotoPlacesProps = { items: MediaItem[]; chosen: MediaItem; title: string; onOpen: (id: string) => void };

export function PhotoPlaces({ items, chosen, title, onOpen }: PhotoPlacesProps) {
  const [isOpen, setOpen] = useState(false);
  const photos = useMemo(() => items.filter((item): item is PlacedPhoto => item.place !== undefined), [items]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
        <p className="wrap-anywhere min-w-0 text-muted text-sm tabular-nums">
          {chosen.place && placeText(chosen.place)}
        </p>
        <Button icon={MapPin} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide map' : 'Show on a map'}
        </Button>
      </div>
      {isOpen && <PhotoMapBox photos={photos} title={title} onOpen={onOpen} />}
    </>
  );
}
