// What stands before heavy media until somebody wants them: a poster where there is one, a name, and its size.
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatSize } from '#web/lib/format/format.ts';

type ClickToLoadProps = {
  /** What a tap does: 'Play flight.mp4'. */
  label: string;
  icon: LucideIcon;
  poster?: string | null;
  bytes?: number | null;
  onOpen: () => void;
};

/** Fills the place that it stands in. */
export function ClickToLoad({ label, icon: Icon, poster = null, bytes = null, onOpen }: ClickToLoadProps) {
  const [hasPoster, setHasPoster] = useState(poster !== null);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="picture-frame group absolute inset-0 grid place-items-center focus-visible:-outline-offset-4"
    >
      {poster && hasPoster && (
        <img
          src={poster}
          alt=""
          decoding="async"
          onError={() => setHasPoster(false)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span className="relative flex max-w-full flex-col items-center gap-3 p-2">
        <span className="grid size-16 place-items-center rounded-full bg-accent text-white shadow-raised transition-colors group-hover:bg-accent-hover">
          <Icon aria-hidden="true" className="size-7" />
        </span>
        <span className="wrap-anywhere max-w-full rounded-control bg-raised px-3 py-1.5 font-medium text-ink shadow-card">
          {label}
          {bytes !== null && <span className="text-muted"> · {formatSize(bytes)}</span>}
        </span>
      </span>
    </button>
  );
}
