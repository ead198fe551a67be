// Asks before a session is approved whose links could not be opened or were not checked (behaviour §2.8).

import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { LinkDoubts } from './approval-question.tsx';

// The question before a session is approved whose links are in doubt.
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function links(count: number): string {
  return `${words[count] ?? count} ${count === 1 ? 'link' : 'links'}`;
}

/** 'Two links could not be opened. Approve all the same?' */
export function approvalSentence({ broken, unchecked, waiting }: LinkDoubts): string {
  const doubts = [
    broken > 0 && `${links(broken)} could not be opened`,
    unchecked > 0 &&
      `${links(unchecked)} ${unchecked === 1 ? 'was' : 'were'} not checked ${waiting ? 'yet' : 'for a day'}`,
  ].filter((part) => part !== false);
  const sentence = doubts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. Approve all the same?`;
}

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
