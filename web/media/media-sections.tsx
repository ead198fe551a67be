// The files of a tab: a folder may hold several kinds, and each has its part, with a heading where there is more than one.
import { ExternalLink, FileQuestion, Film as FilmIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MediaItem, MediaKind } from '#contract/media.ts';
import { formatSize } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Album } from './album.tsx';
import { mayBePanorama, type PanoramaChoices } from './is-panorama.ts';
import { ItemPicker } from './item-picker.tsx';
import { Maps } from './maps.tsx';
import { sortFiles, videoOfItem } from './media-view.ts';
import { Panoramas } from './panoramas.tsx';
import { Video } from './video.tsx';

type FilePartsProps = {
  items: MediaItem[];
  kind: MediaKind;
  title: string;
  full: boolean;
  /** The photo that is open in the lightbox. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

export function MediaSections({ items, kind, title, full, open, onOpen }: FilePartsProps) {
  const [rounding, setRounding] = useState<PanoramaChoices>(new Map());
  // The same lists as long as nothing changed: the lightbox starts anew with new ones.
  const sorted = useMemo(() => sortFiles(items, kind, rounding), [items, kind, rounding]);
  const { photos, spheres, films, maps, others } = sorted;
  const choose = (item: MediaItem, isRound: boolean) => setRounding(new Map(rounding).set(item.id, isRound));
  const album = {
    title,
    full,
    open,
    onOpen,
    mayTurn: (item: MediaItem) => rounding.has(item.id) || mayBePanorama(item, kind),
    onTurn: (item: MediaItem) => choose(item, true),
  };
  const onFlat = (item: MediaItem) => choose(item, false);
  const parts = [
    {
      name: '360 pictures',
      held: spheres,
      shown: <Panoramas items={spheres} title={title} full={full} waits={kind !== 'tour360'} onFlat={onFlat} />,
    },
    {
      name: 'Maps',
      held: maps,
      shown: <Maps items={maps} title={title} full={full} waits={kind !== 'orthomosaic'} />,
    },
    { name: 'Photos', held: photos, shown: <Album items={photos} {...album} /> },
    { name: 'Films', held: films, shown: <Films items={films} title={title} full={full} /> },
    { name: 'Other files', held: others, shown: <Others items={others} /> },
  ].filter(({ held }) => held.length > 0);
  if (parts.length === 1) return parts[0]?.shown;
  return (
    <div className="grid gap-8">
      {parts.map(({ name, held, shown }) => (
        <section key={name} aria-label={name} className="grid min-w-0 gap-3">
          <h2 className="font-semibold">
            {name} <span className="font-normal text-muted tabular-nums">{held.length}</span>
          </h2>
          {shown}
        </section>
      ))}
    </div>
  );
}

function Films({ items, title, full }: { items: MediaItem[]; title: string; full: boolean }) {
  return (
    <ItemPicker items={items} label={`${title}: films`} icon={FilmIcon}>
      {(item) => <Video key={item.id} film={videoOfItem(item)} title={`${title}: ${item.name}`} full={full} />}
    </ItemPicker>
  );
}

/** Files that no viewer knows, with the way to each. */
function Others({ items }: { items: MediaItem[] }) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => {
        const href = item.originalUrl ?? item.fileUrl;
        return (
          <li key={item.id} className="flex min-w-0 items-center gap-3 rounded-control border border-line px-3 py-2">
            <FileQuestion aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">{item.name}</span>
            {item.bytes !== null && <span className="text-muted text-sm tabular-nums">{formatSize(item.bytes)}</span>}
            {href && (
              <LinkButton href={href} external size="sm" icon={ExternalLink}>
                View Original
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
