// In a map's place while its pyramid is made: how far it is, and a look every few seconds whether it is there.
import { useQueryClient } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useEffect, useId } from 'react';
import { type MediaItem, sessionMedia } from '#contract/media/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';

const lookEveryMs = 2_000;

type MapPreparingProps = { item: MediaItem; className?: string | undefined };

export function MapPreparing({ item, className }: MapPreparingProps) {
  const client = useQueryClient();
  const label = useId();
  useEffect(() => {
    // Nobody tells us: the server makes it beside its other work, and writes nothing down.
    const timer = setInterval(
      () => void client.refetchQueries({ queryKey: [sessionMedia.path], type: 'active' }),
      lookEveryMs,
    );
    return () => clearInterval(timer);
  }, [client]);
  const percent = Math.round((item.preparing ?? 0) * 100);
  return (
    <div className={classNames('grid place-items-center bg-sunken p-4', className)}>
      <div className="grid max-w-sm justify-items-center gap-3 text-center">
        <MapIcon aria-hidden="true" strokeWidth={1.5} className="size-8 text-faint" />
        <p id={label} role="status" className="font-medium [overflow-wrap:anywhere]">
          {item.name} is being prepared
        </p>
        <progress aria-labelledby={label} value={percent} max={100} className="w-48" />
        <p className="text-muted text-sm tabular-nums">
          {percent} % · A large map is made ready once; then it opens fast.
        </p>
      </div>
    </div>
  );
}
