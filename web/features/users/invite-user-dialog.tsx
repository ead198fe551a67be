// 'Invite User': an account whose owner chooses the password by a link, which is shown once.
import { useState } from 'react';
import { type AccountLink, inviteUser } from '#contract/account-links.ts';
import { NewInvitation } from '#contract/schemas/account-links.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { fullName } from '#web/lib/format.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { CopyLinkDialog } from './copy-link.tsx';
import { newUser, toInvitation, type UserDraft } from './user-draft.ts';
import { inWords, showRefused, UserFields, userLabels } from './user-fields.tsx';

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
  const { run, isPending } = useMutation(inviteUser, {
    successToast: 'User invited',
    errorToast: { title: failure },
    onError: (error: ApiError) => showRefused(error, form, failure),
    onSuccess: ({ user, ...link }) => {
      draft.done();
      onInvited({ name: fullName(user), email: user.email, link });
    },
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
