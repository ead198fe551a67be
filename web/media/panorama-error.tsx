// What stands in a panorama's place when it cannot be loaded, or when this device cannot turn it.
import { ExternalLink, ImageOff, RotateCw } from 'lucide-react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type PanoramaErrorProps = { item: MediaItem; onRetry?: (() => void) | undefined; className?: string | undefined };

/** The texts are those of §6.10. */
export function PanoramaError({ item, onRetry, className }: PanoramaErrorProps) {
  const original = item.originalUrl ?? item.fileUrl ?? item.fullUrl;
  return (
    <div role="alert" className={classNames('grid place-items-center overflow-auto bg-sunken', className)}>
      <EmptyState
        icon={ImageOff}
        title="Image Preview Unavailable"
        action={
          <>
            {onRetry && (
              <Button icon={RotateCw} onClick={onRetry}>
                Retry
              </Button>
            )}
            {original && (
              <LinkButton href={original} external icon={ExternalLink}>
                View Original
              </LinkButton>
            )}
          </>
        }
      >
        {`${item.name} could not be loaded.`}
      </EmptyState>
    </div>
  );
}

type PanoramaFlatProps = { item: MediaItem; title: string; className?: string | undefined };

export function PanoramaFlat({ item, title, className }: PanoramaFlatProps) {
  return (
    <figure className={classNames('flex flex-col bg-sunken', className)}>
      <img src={item.imageUrl ?? ''} alt={`${title}, laid out flat`} className="min-h-0 w-full flex-1 object-contain" />
      <figcaption className="p-2 text-center text-muted text-sm">
        This browser cannot turn 360° pictures (WebGL is missing or switched off), so here it lies flat.
      </figcaption>
    </figure>
  );
}
