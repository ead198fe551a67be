// What one may do with a stage now: on phones a bar at the bottom, within reach of a thumb.
import { Undo2, X } from 'lucide-react';
import type { StageWithMarks } from '#contract/stages/endpoints.ts';
import { markIcons } from '#web/features/stages/mark-parts.tsx';
import type { NextMark } from '#web/features/stages/marks/mark-draft.ts';
import { markWords } from '#web/features/stages/marks/mark-words.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

const MarkDialog = lazyDialog(() => import('#web/features/stages/marks/mark-dialog.tsx'), 'MarkDialog');

const bar =
  'max-lg:-mx-4 md:max-lg:-mx-6 md:max-lg:px-6 max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:max-lg:bottom-0 low:static max-lg:z-20 max-lg:border-y max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3';

/** Each act once: on site or not is chosen in its dialog. What is asked of them leads. */
export function actsOf({ may, asks }: Pick<StageWithMarks, 'may' | 'asks'>): NextMark[] {
  const rank = ({ kind, act }: NextMark) => {
    if (act === 'given') return asks?.kind === kind ? 0 : 1;
    return act === 'refused' ? 2 : 3;
  };
  const acts = may.filter(({ kind, act }, at) => may.findIndex((one) => one.kind === kind && one.act === act) === at);
  return acts.map(({ kind, act }) => ({ kind, act })).sort((one, other) => rank(one) - rank(other));
}

export function StageActions({ stage }: { stage: StageWithMarks }) {
  const { open, dialogs } = useDialogs({
    mark: (control, next: NextMark) => <MarkDialog {...control} {...next} stage={stage} />,
  });
  const acts = actsOf(stage);
  const taken = acts.filter(({ act }) => act === 'taken_back');
  const given = acts.filter(({ act }) => act !== 'taken_back');
  return (
    <>
      {acts.length > 0 && (
        <section
          aria-label="What you can do"
          className={`flex flex-wrap gap-2 lg:col-start-2 lg:row-start-2 lg:self-start print:hidden ${bar}`}
        >
          {given.map((next, at) => (
            <Button
              key={`${next.kind} ${next.act}`}
              size="lg"
              variant={at === 0 && next.act === 'given' ? 'primary' : 'secondary'}
              icon={next.act === 'given' ? markIcons[next.kind] : X}
              className="grow px-3! text-base!"
              onClick={() => open('mark', next)}
            >
              {markWords(next).button}
            </Button>
          ))}
          {taken.length > 0 && (
            <Menu
              label="Take back a mark"
              icon={Undo2}
              size="lg"
              variant="secondary"
              items={taken.map((next) => ({ label: markWords(next).button, onSelect: () => open('mark', next) }))}
            />
          )}
        </section>
      )}
      {dialogs}
    </>
  );
}
