// A question that a yes or no answers; its dialog is fetched when it is first asked.
import { type ComponentProps, useCallback, useRef } from 'react';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { LazyConfirmDialog } from './lazy-confirm-dialog.ts';

type Question = Pick<ComponentProps<typeof LazyConfirmDialog>, 'title' | 'sentence' | 'confirmLabel' | 'tone'>;

export const preloadConfirm = LazyConfirmDialog.preload;

/** `ask(question)` resolves to whether it was confirmed; closing it is a no. Render `dialogs`. */
export function useConfirm() {
  const answer = useRef<(isYes: boolean) => void>(undefined);
  const { open, close, dialogs } = useDialogs({
    question: (control, question: Question) => (
      <LazyConfirmDialog
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
