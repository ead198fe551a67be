// The panoramas or the maps of a tab: one shown, the others to choose from.
import { Map as MapIcon, Orbit } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageAtSize } from '#contract/media/endpoints.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { ClickToLoad } from '#web/media/frame/click-to-load.tsx';
import { ItemPicker, TakeBackButton } from '#web/media/frame/item-picker.tsx';
import { PinningContext } from '#web/media/frame/pinning.ts';
import { ViewOriginal } from '#web/media/frame/unavailable.tsx';
import { ViewerBox, viewerHeight } from '#web/media/frame/viewer-box.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const PhotoLine = lazySection(() => import('#web/media/photos/photo-line.tsx'), 'PhotoLine', null);
const skeleton = <Skeleton className={`${viewerHeight(false)} rounded-card`} />;

const viewers = {
  panoramas: {
    Viewer: lazySection(() => import('#web/media/panoramas/panorama-box.tsx'), 'PanoramaBox', skeleton),
    icon: Orbit,
    plural: '360 pictures',
    open: 'Look around in',
    preview: (item: MediaItem) => ({ poster: imageAtSize(item, 's400'), bytes: item.bytes }),
  },
  maps: {
    Viewer: lazySection(() => import('#web/media/maps/map.tsx'), 'Orthomosaic', skeleton),
    icon: MapIcon,
    plural: 'maps',
    open: 'Open',
    preview: ({ bytes }: MediaItem) => ({ bytes }),
  },
};

type TabViewersProps = {
  of: keyof typeof viewers;
  items: MediaItem[];
  title: string;
  full: boolean;
  open: string | null;
  onOpen: (id: string) => void;
  /** Loads only when tapped: these are not what the tab was opened for. */
  onDemand: boolean;
  /** Further buttons below the one that is shown. */
  buttons?: (item: MediaItem) => ReactNode;
};

export function TabViewers({ of, items, title, full, open: openId, onOpen, onDemand, buttons }: TabViewersProps) {
  const { Viewer, icon, plural, open, preview } = viewers[of];
  // A link to a pin leads to what it is on.
  const isNamed = use(PinningContext)?.pin !== undefined && items.some(({ id }) => id === openId);
  const [wanted, setOpen] = useState(!onDemand && !savesData());
  const isOpen = wanted || isNamed;
  return (
    <ItemPicker items={items} label={`${title}: ${plural}`} icon={icon} open={openId} onOpen={onOpen}>
      {(item) => (
        <div className="grid gap-3">
          {isOpen ? (
            <Viewer
              key={item.id}
              item={item}
              title={`${title}: ${item.name}`}
              className={`rounded-card ${viewerHeight(full)}`}
            />
          ) : (
            <ViewerBox full={full} low={onDemand}>
              <ClickToLoad label={`${open} ${item.name}`} icon={icon} onOpen={() => setOpen(true)} {...preview(item)} />
            </ViewerBox>
          )}
          <div className="flex flex-wrap gap-2">
            {buttons?.(item)}
            <TakeBackButton item={item} />
            <ViewOriginal href={item.originalUrl} />
            <PhotoLine item={item} className="w-full" />
          </div>
        </div>
      )}
    </ItemPicker>
  );
}
