// 'Invite User': an account whose owner chooses the password by a link, which is shown once.
import { useState } from 'react';
import { type AccountLink, inviteUser } from '#contract/accounts/auth.ts';
import { NewInvitation } from '#contract/accounts/auth-routes.ts';
import { CopyLinkDialog } from '#web/features/accounts/fields/copy-link.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { fullName } from '#web/lib/format/format.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { newUser, toInvitation, type UserDraft } from './user-draft.ts';
import { inWords, showTaken, UserFields, userLabels } from './user-fields.tsx';

type Invited = { name: string; email: string | null; link: AccountLink };

export function InviteUserDialog(control: DialogControl) {
  const [invited, setInvited] = useState<Invited>();
  if (invited) return <CopyLinkDialog {...control} kind="invitation" {...invited} />;
  return <InviteForm {...control} onInvited={setInvited} />;
}

const mailedToo = 'It is mailed to them, and shown to you once, to copy.';
const copied = 'No mail is set up here: it is shown to you once, to copy.';
const failure = 'Failed to invite user';

function InviteForm({ onInvited, ...control }: DialogControl & { onInvited: (invited: Invited) => void }) {
  const { person } = useCurrentUser();
  const { canMail } = useSiteConfig();
  const draft = useDraftForm<UserDraft>({
    owner: person.id,
    name: 'invite user',
    initial: { values: newUser },
    resolver: formResolver(NewInvitation, toInvitation),
    secret: ['password'],
  });
  const { form } = draft;
  const { run, isPending } = useSubmit(inviteUser, draft, {
    successToast: 'User invited',
    errorToast: { title: failure },
    onRefused: (error) => showTaken(error, form, failure),
    onSaved: ({ user, ...link }) => onInvited({ name: fullName(user), email: user.email, link }),
  });
  return (
    <FormDialog
      {...control}
      title="Invite User"
      description={`They choose their own password by a link that works once, for 7 days. ${canMail ? mailedToo : copied}`}
      submitLabel="Invite User"
      pendingLabel="Inviting..."
      pending={isPending}
      onSubmit={form.handleSubmit((values) => run({ body: toInvitation(values) }))}
    >
      <DraftNotes draft={draft} labels={userLabels} describe={inWords} />
      <UserFields form={form} password="none" />
    </FormDialog>
  );
}
