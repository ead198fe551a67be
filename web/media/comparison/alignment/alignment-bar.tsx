// Status and controls of an alignment: on or off, how sure it is, and manual marks where it failed.

import { Layers2, MousePointerClick } from 'lucide-react';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { AlignmentView } from './use-alignment.ts';

const AlignByHandDialog = lazyDialog(() => import('./align-by-hand-dialog.tsx'), 'AlignByHandDialog');

type SwitchProps = { view: AlignmentView; on: boolean; onToggle: () => void };

/** True if there is something to switch off. */
const isAligned = ({ answer, isLooking }: AlignmentView) => answer?.state === 'aligned' || isLooking;

/**
 * On small screens the switch and how sure it is are on the picture, where people look. The full text and manual alignment are in the
 * sheet.
 */
export function AlignmentSwitch({ view, on, onToggle }: SwitchProps) {
  const { pair, answer, isLooking } = view;
  if (!pair || answer?.state === 'refused') return null;
  const points = isLooking ? undefined : answer?.inliers;
  return (
    <div
      data-controls=""
      className="absolute top-11 left-2 z-20 flex items-center rounded-control bg-surface/90 p-1 text-sm shadow-raised print:hidden empty:hidden"
    >
      {isAligned(view) ? (
        <Button size="sm" icon={Layers2} aria-pressed={on} variant={on ? 'primary' : 'secondary'} onClick={onToggle}>
          Aligned
          {on && points !== undefined && (
            <span className="tabular-nums">
              · {points}
              <span className="sr-only"> points</span>
            </span>
          )}
        </Button>
      ) : (
        answer && <span className="px-2 py-1 text-muted">Being aligned …</span>
      )}
    </div>
  );
}

/** `hasSwitch`: the switch is here, and not on the picture. */
type AlignmentBarProps = SwitchProps & { sides: Pair<Side>; hasSwitch: boolean };

export function AlignmentBar({ view, sides, on, onToggle, hasSwitch }: AlignmentBarProps) {
  const { pair, answer, showPreview, marks, keepMarks } = view;
  const { open, dialogs } = useDialogs({
    hand: (control) =>
      pair && (
        <AlignByHandDialog
          {...control}
          {...{ pair, sides, answer, marks }}
          onPreview={showPreview}
          onMarks={keepMarks}
        />
      ),
  });
  if (!pair || !answer) return null;
  const mayMark = pair.kind === 'photo' && answer.state !== 'waiting';
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      {hasSwitch && isAligned(view) && (
        <Button icon={Layers2} aria-pressed={on} variant={on ? 'secondary' : 'primary'} onClick={onToggle}>
          Aligned
        </Button>
      )}
      <span role="status" className="text-muted text-sm">
        {sentenceOf(view, on)}
      </span>
      {mayMark && (
        <Button icon={MousePointerClick} variant="ghost" onClick={() => open('hand')}>
          By hand
        </Button>
      )}
      {dialogs}
    </div>
  );
}

// The alignment of two pictures, in words.
type Said = Pick<AlignmentView, 'answer' | 'isLooking' | 'pair'>;

export function sentenceOf({ answer, pair, isLooking }: Said, on: boolean): string {
  if (isLooking) return on ? 'aligned by hand, on this page only' : 'as they were taken';
  if (answer?.state === 'waiting') return 'Being aligned …';
  if (answer?.state === 'refused')
    return pair?.kind === 'panorama' ? 'These two could not be turned the same way' : 'These two could not be aligned';
  if (!on) return 'as they were taken';
  if (answer?.by === 'hand') return `aligned by hand, on ${answer.inliers} places`;
  return answer?.by === 'chain'
    ? `aligned on ${answer.inliers} points, by way of visits in between`
    : `aligned on ${answer?.inliers} points`;
}
