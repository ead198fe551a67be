// What stands in a map's place when its file cannot be drawn by a browser.
import { Download, Map as MapIcon, RotateCw } from 'lucide-react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { unreadableMap } from './media-view.ts';

type MapErrorProps = { item: MediaItem; onRetry: () => void; className?: string | undefined };

/** The texts are those of §6.10. */
export function MapError({ item, onRetry, className }: MapErrorProps) {
  const original = item.fileUrl ?? item.originalUrl;
  return (
    <div role="alert" className={classNames('grid place-items-center overflow-auto bg-sunken', className)}>
      <EmptyState
        icon={MapIcon}
        title={unreadableMap}
        action={
          <>
            {original && (
              <LinkButton href={original} external variant="primary" icon={Download}>
                Download Original
              </LinkButton>
            )}
            <Button icon={RotateCw} onClick={onRetry}>
              Retry
            </Button>
          </>
        }
      >
        {`${item.name} could not be drawn here. A program such as QGIS opens it.`}
      </EmptyState>
    </div>
  );
}
