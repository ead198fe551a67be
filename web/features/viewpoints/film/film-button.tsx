// The way to a film of a viewpoint, where it has photos enough.
import { Clapperboard } from 'lucide-react';
import type { ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { minPictures } from './film-plan.ts';

const FilmDialog = lazyDialog(() => import('./film-dialog.tsx'), 'FilmDialog');

type FilmButtonProps = { viewpoint: ViewpointWithPictures; onPlay: () => void };

export function FilmButton({ viewpoint, onPlay }: FilmButtonProps) {
  const { open, dialogs } = useDialogs({
    film: (control) => <FilmDialog {...control} viewpoint={viewpoint} onPlay={onPlay} />,
  });
  const isOffered = viewpoint.kind === 'photo' && viewpoint.pictures.length >= minPictures;
  return (
    <>
      {isOffered && (
        <div className="print:hidden">
          <Button icon={Clapperboard} onClick={() => open('film')}>
            Make a film
          </Button>
        </div>
      )}
      {dialogs}
    </>
  );
}
