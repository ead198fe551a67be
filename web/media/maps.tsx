// The GeoTIFFs of a tab: one drawn as a map, the others to choose from.
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { savesData } from '#web/lib/network-info.ts';
import { lazySection } from '#web/ui/lazy-section.tsx';
import { ClickToLoad } from './click-to-load.tsx';
import { ItemPicker } from './item-picker.tsx';
import { ViewOriginal } from './unavailable.tsx';
import { ViewerBox, viewerHeight } from './viewer-box.tsx';

const Orthomosaic = lazySection(() => import('./map.tsx').then((module) => module.Orthomosaic), viewerHeight(false));

type MapsProps = {
  items: MediaItem[];
  title: string;
  full: boolean;
  /** Loads only when tapped: these are not what the tab was opened for. */
  onDemand: boolean;
};

export function Maps({ items, title, full, onDemand }: MapsProps) {
  const [isOpen, setOpen] = useState(!onDemand && !savesData());
  return (
    <ItemPicker items={items} label={`${title}: maps`} icon={MapIcon}>
      {(item) => (
        <div className="grid gap-3">
          {isOpen ? (
            <Orthomosaic key={item.id} item={item} title={`${title}: ${item.name}`} className={viewerHeight(full)} />
          ) : (
            <ViewerBox full={full}>
              <ClickToLoad
                label={`Open ${item.name}`}
                icon={MapIcon}
                poster={null}
                bytes={item.bytes}
                onOpen={() => setOpen(true)}
              />
            </ViewerBox>
          )}
          <div>
            <ViewOriginal href={item.originalUrl} />
          </div>
        </div>
      )}
    </ItemPicker>
  );
}
