// A question that a yes or no answers; its dialog is fetched when it is first asked.
import { type ComponentProps, useCallback, useRef } from 'react';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

type Question = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'sentence' | 'confirmLabel' | 'tone'>;

export const preloadConfirm = ConfirmDialog.preload;

/** `ask(question)` resolves to whether it was confirmed; closing it is a no. Render `dialogs`. */
export function useConfirm() {
  const answer = useRef<(isYes: boolean) => void>(undefined);
  const { open, close, dialogs } = useDialogs({
    question: (control, question: Question) => (
      <ConfirmDialog
        {...control}
        {...question}
        onOpenChange={(isOpen) => {
          control.onOpenChange(isOpen);
          if (!isOpen) answer.current?.(false);
        }}
        onConfirm={() => {
          answer.current?.(true);
          close();
        }}
      />
    ),
  });
  const ask = useCallback(
    (question: Question): Promise<boolean> => {
      open('question', question);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    [open],
  );
  return { ask, dialogs };
}
