// Several videos, panoramas or maps: one shown, and a list to choose from; and the button that takes a file back.
import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { formatSize } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { PinningContext } from './pinning.ts';

type ItemPickerProps = {
  items: MediaItem[];
  /** What is chosen between, for screen readers. */
  label: string;
  icon: LucideIcon;
  /** What the address names. */
  open: string | null;
  onOpen: (id: string) => void;
  children: (item: MediaItem) => ReactNode;
};

export function ItemPicker({ items, label, icon: Icon, open, onOpen, children }: ItemPickerProps) {
  const [seen, setSeen] = useState<{ open: string | null; chosen: string | null }>({ open: null, chosen: null });
  if (seen.open !== open) {
    const isOurs = (id: string | null) => items.some((each) => each.id === id);
    // A photo beside them that opens and closes again changes nothing here.
    const stays = !isOurs(open) && !(open === null && isOurs(seen.open));
    setSeen({ open, chosen: stays ? seen.chosen : open });
  }
  const item = items.find(({ id }) => id === seen.chosen) ?? items[0];
  if (!item) return null;
  if (items.length === 1) return children(item);
  return (
    <div className="grid gap-3">
      {children(item)}
      <ul aria-label={label} className="grid gap-1 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((each) => (
          <li key={each.id} className="min-w-0">
            <button
              type="button"
              aria-current={each === item || undefined}
              onClick={() => onOpen(each.id)}
              className="touch-target flex w-full min-w-0 items-center gap-3 rounded-control border border-line px-3 py-2 text-left hover:border-line-strong aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <MiddleName name={each.name} className="flex-1" />
              <Size bytes={(each.light ?? each).bytes} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

// 'Take back…' beside a file that clients are shown, 'Show again…' beside one that was taken back from them.

/** `onPhoto`: the look of an icon alone, for bars over a photo. */
export function TakeBackButton({ item, onPhoto }: { item: MediaItem; onPhoto?: string }) {
  const ask = use(PinningContext)?.onTakeBack;
  if (!ask || item.unreleased) return null;
  const isBack = item.takenBack !== undefined;
  const look = { icon: isBack ? Eye : EyeOff, onClick: () => ask(item) };
  const label = isBack ? 'Show again…' : 'Take back…';
  return onPhoto ? <IconButton {...look} label={label} className={onPhoto} /> : <Button {...look}>{label}</Button>;
}

function Size({ bytes }: Pick<MediaItem, 'bytes'>) {
  return bytes !== null && <span className="shrink-0 text-muted text-sm tabular-nums">{formatSize(bytes)}</span>;
}
