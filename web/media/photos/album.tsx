// The photos of a folder: the chosen one large, all of them small, and any of them full-screen.
import { Orbit } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, sizeNote } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import type { TabContentProps } from '#web/media/frame/media-view.ts';
import { ViewOriginal } from '#web/media/frame/unavailable.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { photoFacts } from './photo-facts.ts';

/** Only the crew sees where photos were taken. */
const PhotoPlaces = lazySection(() => import('./photo-places.tsx'), 'PhotoPlaces', null);
const Lightbox = lazyDialog(() => import('./lightbox.tsx'), 'Lightbox');

/** Shown at first: full rows of three, four and six. Most reviews need no more, and the page below stays near. */
const firstTiles = 24;

type AlbumProps = Omit<TabContentProps, 'kind'> & {
  items: MediaItem[];
  /** Whether a photo may be a panorama, and what shows it as one. */
  mayBePanorama: (item: MediaItem) => boolean;
  onPanorama: (item: MediaItem) => void;
};

export function Album({ items, title, full, open, onOpen, choice, mayBePanorama, onPanorama }: AlbumProps) {
  const at = items.findIndex(({ id }) => id === open);
  const chosen = useChosen(items, at, choice?.id);
  const onTile = choice?.onChoose ?? onOpen;
  const [all, setAll] = useState(false);
  const item = items[chosen];
  if (!item) return null;
  const facts = photoFacts(item);
  const shown = all || full ? items : items.slice(0, firstTiles);
  const whole = choice !== undefined;
  const isStill = whole && !full;
  return (
    <div className={classNames('grid grid-cols-1 gap-3', isStill && besides)}>
      <Chosen item={item} title={title} full={full} whole={whole} onOpen={() => onOpen(item.id)} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0">
          <MiddleName name={item.name} className="font-medium" />
          <span className="shrink-0 whitespace-pre text-muted tabular-nums">
            {' '}
            · {chosen + 1} of {count(items.length, 'photo')}
          </span>
        </p>
        {mayBePanorama(item) && (
          <Button icon={Orbit} onClick={() => onPanorama(item)} className="ml-auto">
            View as 360{sizeNote(item.bytes)}
          </Button>
        )}
        <ViewOriginal href={item.originalUrl} />
        {facts.length > 0 && (
          <p className="wrap-anywhere -mt-1 w-full text-muted text-sm tabular-nums">{facts.join(' · ')}</p>
        )}
        {item.problem && <p className="w-full text-muted text-sm">{item.problem}</p>}
      </div>
      {items.some(({ place }) => place) && <PhotoPlaces {...{ items, chosen: item, title, onOpen: onTile }} />}
      {items.length > 1 && (
        <div className={isStill ? asColumn : undefined}>
          <div className="grid content-start gap-3">
            <Tiles items={shown} of={items.length} chosen={item} title={title} onOpen={onTile} />
          </div>
        </div>
      )}
      {shown.length < items.length && (
        <Button className="justify-self-center" onClick={() => setAll(true)}>
          Show all {count(items.length, 'photo')}
        </Button>
      )}
      <Lightbox
        open={at >= 0}
        onOpenChange={(isOpen) => !isOpen && onOpen(null)}
        items={items}
        title={title}
        at={Math.max(at, 0)}
        flagged={choice?.flagged}
        onMove={(to) => onOpen(items[to]?.id ?? null)}
      />
    </div>
  );
}

/** Where the large one is in the row: the first at first (§6.11), then whichever was opened last, or what the page chose. */
function useChosen(items: MediaItem[], open: number, choice: string | null | undefined): number {
  const [last, setLast] = useState<string>();
  const opened = items[open]?.id;
  if (opened !== undefined && opened !== last) setLast(opened);
  return Math.max(
    items.findIndex(({ id }) => id === (choice === undefined ? last : choice)),
    0,
  );
}

/** Where the page stands still, the small ones are a column beside the large one, which scrolls by itself. */
const besides = 'still:grid-cols-[minmax(0,1fr)_6rem] still:grid-rows-[auto]';
const asColumn =
  'still:relative still:col-start-2 still:row-span-4 still:row-start-1 still:*:absolute still:*:inset-0 still:*:overflow-y-auto still:*:pr-1 still:[&_ul]:grid-cols-1';

function heightOf({ full, whole }: Pick<ChosenProps, 'full' | 'whole'>): string {
  if (full) return 'h-[80vh]';
  return whole ? 'max-h-[max(14rem,calc(100dvh-25rem))] still:max-h-[max(14rem,calc(100dvh-27rem))]' : fitsDialog;
}

type ChosenProps = {
  item: MediaItem;
  title: string;
  full: boolean;
  /** Nothing is cropped, and it leaves room for what surrounds it. */
  whole: boolean;
  onOpen: () => void;
};

/** In a wide dialog the whole picture stands between the tabs and the smaller ones. */
const fitsDialog =
  'max-h-[70dvh] sm:in-[[role=dialog]]:max-h-[max(16rem,calc(100dvh-22rem))] sm:in-[[role=dialog]]:[&_img]:object-contain';

/** At s800, in fullscreen at s1600 (§6.11); phones get what fits them. Named apart so that a page can fetch it ahead. */
export function chosenSource(item: MediaItem, full = false) {
  return {
    src: imageAtSize(item, full ? 's1600' : 's800'),
    srcSet: imagesAtSizes(item, full ? ['s400', 's800', 's1600'] : ['s400', 's800']),
    sizes: full ? '100vw' : '(width < 640px) 100vw, 800px',
  };
}

function Chosen({ item, title, full, whole, onOpen }: ChosenProps) {
  const { src, srcSet, sizes } = chosenSource(item, full);
  return (
    <button
      type="button"
      aria-label={`View ${item.name} large`}
      data-photo="chosen"
      onPointerEnter={Lightbox.preload}
      onFocus={Lightbox.preload}
      onClick={onOpen}
      className="picture-frame relative block w-full cursor-zoom-in overflow-hidden rounded-card bg-sunken"
    >
      <Picture
        key={full ? 'full' : 'in page'}
        alt={`${title}: ${item.name}`}
        small={src}
        preview={imageAtSize(item, 's220')}
        srcSet={srcSet}
        sizes={sizes}
        ratio="3/2"
        fit={full || whole ? 'contain' : 'cover'}
        priority
        className={heightOf({ full, whole })}
      />
    </button>
  );
}

type TilesProps = {
  items: MediaItem[];
  of: number;
  chosen: MediaItem;
  title: string;
  onOpen: (id: string) => void;
};

type Group = { name: string | undefined; tiles: { item: MediaItem; index: number }[] };

/** The photos of each folder within the linked one, in their order. */
function groupsOf(items: readonly MediaItem[]): Group[] {
  const groups: Group[] = [];
  for (const [index, item] of items.entries()) {
    if (groups.at(-1)?.name !== item.group || index === 0) groups.push({ name: item.group, tiles: [] });
    groups.at(-1)?.tiles.push({ item, index });
  }
  return groups;
}

function Tiles({ items, title, ...rest }: TilesProps) {
  const groups = groupsOf(items);
  if (groups.length === 1 && groups[0]?.name === undefined)
    return <TileRow label={title} tiles={groups[0]?.tiles ?? []} {...rest} />;
  return groups.map(({ name, tiles }) => (
    <div key={name ?? ''} className="grid gap-2">
      {name !== undefined && <h3 className="font-medium text-sm">{name}</h3>}
      <TileRow label={name === undefined ? title : `${title}: ${name}`} tiles={tiles} {...rest} />
    </div>
  ));
}

type TileRowProps = Omit<TilesProps, 'items' | 'title'> & { label: string; tiles: Group['tiles'] };

/** The browser fetches, lays out and paints only those near the view. */
function TileRow({ tiles, label, of, chosen, onOpen }: TileRowProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-3 gap-1.5 sm:grid-cols-4 sm:gap-2 xl:grid-cols-6">
      {tiles.map(({ item, index }) => (
        <li key={item.id} className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
          <button
            type="button"
            aria-label={`Open ${item.name}, ${index + 1} of ${of}${item.takenBack === undefined ? '' : ', taken back'}`}
            aria-current={item === chosen || undefined}
            data-photo={item.id}
            onPointerEnter={Lightbox.preload}
            onClick={() => onOpen(item.id)}
            className="picture-frame relative block w-full cursor-zoom-in overflow-hidden rounded-control after:absolute after:inset-0 after:rounded-control after:ring-accent after:ring-inset hover:after:ring-2 aria-[current]:after:ring-3"
          >
            <Picture
              alt=""
              small={imageAtSize(item, 's220')}
              srcSet={imagesAtSizes(item, ['s220', 's400', 's800'])}
              sizes="(width < 640px) 28vw, (width < 1280px) 22vw, 150px"
              ratio="3/2"
              className={item.takenBack === undefined ? undefined : 'opacity-30'}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
