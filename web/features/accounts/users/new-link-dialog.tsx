// One-time links: asks before a new one is made, because the former one ends, and shows it once, to copy and pass on.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { type AccountLink, type AccountLinkKind, createResetLink, renewInvitation } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

// A one-time link, shown once to the admin who made it, to copy and pass on.
type CopyLinkProps = { kind: AccountLinkKind; name: string; email: string | null; link: AccountLink };

const titles = { invitation: 'Invitation Link', reset: 'Password Reset Link' } as const;

export function CopyLinkDialog({ kind, name, email, link, ...control }: DialogControl & CopyLinkProps) {
  const { expiresAt, mailed } = link;
  return (
    <Dialog
      {...control}
      size="sm"
      shownOnce
      title={titles[kind]}
      description={`Give it only to ${name}: anyone who has it can set the password. It is shown only once.`}
      footer={<Button onClick={() => control.onOpenChange(false)}>Done</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <CopyField address={location.origin + link.path} />
        <p className="text-muted text-sm">
          Works once, until <Instant at={expiresAt} />.{mailed && email && ` It is on its way to ${email} too.`}
          {kind === 'invitation' && !mailed && ' It was not emailed.'}
        </p>
      </div>
    </Dialog>
  );
}

function CopyField({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      toastFailure('It could not be copied', 'Select the link and copy it by hand.');
    }
  }
  return (
    <Field label="Link">
      <span className="flex gap-2">
        <Input value={address} readOnly onFocus={({ target }) => target.select()} className="font-mono text-sm" />
        <Button variant="primary" icon={isCopied ? Check : Copy} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </span>
      <span role="status" className="sr-only">
        {isCopied ? 'The link was copied' : ''}
      </span>
    </Field>
  );
}

const words = {
  invitation: {
    title: 'New Invitation Link',
    sentence: (name: string) =>
      `${name} can choose a password with it once, within 7 days. The previous link no longer works.`,
  },
  reset: {
    title: 'Password Reset Link',
    sentence: (name: string) =>
      `${name} can set a new password with it once, within 30 minutes, and is then logged out everywhere. Any previous link no longer works.`,
  },
} as const;

type NewLinkProps = DialogControl & { user: User; kind: AccountLinkKind };

export function NewLinkDialog({ user, kind, ...control }: NewLinkProps) {
  const [link, setLink] = useState<AccountLink>();
  const { run, isPending } = useMutation(kind === 'invitation' ? renewInvitation : createResetLink, {
    errorToast: { title: 'Failed to create the link' },
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
