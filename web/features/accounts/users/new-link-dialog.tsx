// Asks before a new invitation or reset link is made, because the former one ends; then shows it once.
import { useState } from 'react';
import type { AccountLinkKind } from '#contract/accounts/auth.ts';
import { type AccountLink, createResetLink, renewInvitation } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import { CopyLinkDialog } from '#web/features/accounts/fields/copy-link.tsx';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

const words = {
  invitation: {
    title: 'New Invitation Link',
    sentence: (name: string) =>
      `${name} can choose a password by it once, for 7 days. The former link no longer works.`,
  },
  reset: {
    title: 'Password Reset Link',
    sentence: (name: string) =>
      `${name} can set a new password by it once, for 30 minutes, and is then logged out everywhere. A former link no longer works.`,
  },
} as const;

type NewLinkProps = DialogControl & { user: User; kind: AccountLinkKind };

export function NewLinkDialog({ user, kind, ...control }: NewLinkProps) {
  const [link, setLink] = useState<AccountLink>();
  const { run, isPending } = useMutation(kind === 'invitation' ? renewInvitation : createResetLink, {
    errorToast: { title: 'Failed to make the link' },
    onSuccess: setLink,
    onError: ({ status }) => {
      // Accepted or deleted meanwhile: the row says how it stands now.
      if (status === 409 || status === 404) control.onOpenChange(false);
      return false;
    },
  });
  const name = fullName(user);
  if (link) return <CopyLinkDialog {...control} kind={kind} name={name} email={user.email} link={link} />;
  return (
    <ConfirmDialog
      {...control}
      title={words[kind].title}
      sentence={words[kind].sentence(name)}
      confirmLabel="Make Link"
      tone="primary"
      pending={isPending}
      pendingLabel="Making..."
      onConfirm={() => run({ params: { id: user.id } })}
    />
  );
}
