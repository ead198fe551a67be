// Asks before a session is approved whose links could not be opened or were not checked (behaviour §2.8).
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { LinkDoubts } from './approval-question.tsx';
import { approvalSentence } from './approval-sentence.ts';

type ApprovalDialogProps = Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'onConfirm'> & {
  doubts: LinkDoubts;
};

export function ApprovalDialog({ doubts, ...rest }: ApprovalDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title="Approve Session"
      sentence={approvalSentence(doubts)}
      confirmLabel="Approve"
      tone="primary"
    />
  );
}
