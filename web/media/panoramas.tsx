// The 360 pictures of a tab: one shown, the others to choose from, and the way back to a flat picture.
import { Image, Orbit } from 'lucide-react';
import { useState } from 'react';
import { imageAtSize } from '#contract/image-srcset.ts';
import type { MediaItem } from '#contract/media.ts';
import { savesData } from '#web/lib/network-info.ts';
import { Button } from '#web/ui/button.tsx';
import { lazySection } from '#web/ui/lazy-section.tsx';
import { ClickToLoad } from './click-to-load.tsx';
import { ItemPicker } from './item-picker.tsx';
import { ViewOriginal } from './unavailable.tsx';
import { ViewerBox, viewerHeight } from './viewer-box.tsx';

const Panorama = lazySection(() => import('./panorama.tsx').then((module) => module.Panorama), viewerHeight(false));

type PanoramasProps = {
  items: MediaItem[];
  title: string;
  full: boolean;
  /** Loads only when tapped: these are not what the tab was opened for. */
  onDemand: boolean;
  onFlat: (item: MediaItem) => void;
};

export function Panoramas({ items, title, full, onDemand, onFlat }: PanoramasProps) {
  const [isOpen, setOpen] = useState(!onDemand && !savesData());
  return (
    <ItemPicker items={items} label={`${title}: 360 pictures`} icon={Orbit}>
      {(item) => (
        <div className="grid gap-3">
          {isOpen ? (
            <Panorama key={item.id} item={item} title={`${title}: ${item.name}`} className={viewerHeight(full)} />
          ) : (
            <ViewerBox full={full}>
              <ClickToLoad
                label={`Look around in ${item.name}`}
                icon={Orbit}
                poster={imageAtSize(item, 's800')}
                bytes={null}
                onOpen={() => setOpen(true)}
              />
            </ViewerBox>
          )}
          <div className="flex flex-wrap gap-2">
            <Button icon={Image} onClick={() => onFlat(item)}>
              View flat
            </Button>
            <ViewOriginal href={item.originalUrl} />
          </div>
        </div>
      )}
    </ItemPicker>
  );
}
