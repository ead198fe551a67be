// The files of a tab: a folder may hold several kinds, and each has its section, with a heading where there is more than one.
import { Film, Image } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { mayBePanorama } from '#contract/media/endpoints.ts';
import { ItemPicker, TakeBackButton } from '#web/media/frame/item-picker.tsx';
import { type PanoramaChoices, sortFiles, type TabContentProps, videoOfItem } from '#web/media/frame/media-view.ts';
import { Album } from '#web/media/photos/album.tsx';
import { Video } from '#web/media/videos/video.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { TabViewers } from './tab-viewers.tsx';

const OtherFiles = lazySection(() => import('./other-files.tsx'), 'OtherFiles', null);

export function MediaSections({ items, kind, ...rest }: TabContentProps & { items: MediaItem[] }) {
  const { title, full, open, onOpen } = rest;
  const [choices, setChoices] = useState<PanoramaChoices>(new Map());
  // The same lists as long as nothing changed: new ones would restart the lightbox.
  const sorted = useMemo(() => sortFiles(items, kind, choices), [items, kind, choices]);
  const { photos, panoramas, videos, maps, others } = sorted;
  const choose = (item: MediaItem, isPanorama: boolean) => setChoices(new Map(choices).set(item.id, isPanorama));
  const album = {
    ...rest,
    mayBePanorama: (item: MediaItem) => choices.has(item.id) || mayBePanorama(item, kind),
    onPanorama: (item: MediaItem) => choose(item, true),
  };
  const viewFlat = (item: MediaItem) => (
    <Button icon={Image} onClick={() => choose(item, false)}>
      View flat
    </Button>
  );
  const sections = [
    {
      name: '360 pictures',
      items: panoramas,
      content: (
        <TabViewers
          of="panoramas"
          items={panoramas}
          title={title}
          full={full}
          {...{ open, onOpen }}
          onDemand={kind !== 'tour360'}
          buttons={viewFlat}
        />
      ),
    },
    {
      name: 'Maps',
      items: maps,
      content: (
        <TabViewers of="maps" items={maps} {...{ title, full, open, onOpen }} onDemand={kind !== 'orthomosaic'} />
      ),
    },
    { name: 'Photos', items: photos, content: <Album items={photos} {...album} /> },
    { name: 'Videos', items: videos, content: <Videos items={videos} {...{ title, full, open, onOpen }} /> },
    { name: 'Other files', items: others, content: <OtherFiles items={others} /> },
  ].filter((section) => section.items.length > 0);
  if (sections.length === 1) return sections[0]?.content;
  return (
    <div className="grid gap-8">
      {sections.map((section) => (
        <section key={section.name} aria-label={section.name} className="grid min-w-0 gap-3">
          <h2 className="font-semibold">
            {section.name} <span className="font-normal text-muted tabular-nums">{section.items.length}</span>
          </h2>
          {section.content}
        </section>
      ))}
    </div>
  );
}

type VideosProps = Pick<TabContentProps, 'title' | 'full' | 'open' | 'onOpen'> & { items: MediaItem[] };

function Videos({ items, title, full, open, onOpen }: VideosProps) {
  return (
    <ItemPicker items={items} label={`${title}: videos`} icon={Film} open={open} onOpen={onOpen}>
      {(item) => (
        <div className="grid justify-items-start gap-3 *:first:w-full">
          <Video
            key={item.id}
            video={videoOfItem(item)}
            title={`${title}: ${item.name}`}
            full={full}
            file={item.id}
            named={open === item.id}
          />
          <TakeBackButton item={item} />
        </div>
      )}
    </ItemPicker>
  );
}
