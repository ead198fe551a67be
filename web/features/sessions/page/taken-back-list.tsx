// Which files of a tab were taken back from clients, each with its reason; an admin shows them again.
import { EyeOff } from 'lucide-react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';

type TakenBackListProps = { items: MediaItem[]; onShow: ((item: MediaItem) => void) | undefined };

export function TakenBackList({ items, onShow }: TakenBackListProps) {
  return (
    <section
      aria-label="Taken back"
      className="mb-4 grid gap-2 rounded-control bg-red-soft px-3 py-2 text-red-ink text-sm"
    >
      <p className="flex items-center gap-3">
        <EyeOff aria-hidden="true" className="size-4 shrink-0" />
        Taken back from clients: {count(items.length, 'file')}
      </p>
      <ul className="grid gap-1.5">
        {items.map((item) => (
          <li key={item.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-48 flex-1">
              <span className="font-medium">{item.name}</span> · {item.takenBack}
            </span>
            {onShow && (
              <Button size="sm" aria-label={`Show ${item.name} again`} onClick={() => onShow(item)}>
                Show again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
