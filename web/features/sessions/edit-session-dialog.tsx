// 'Edit Session': changes what was recorded; released content goes back for review, and says so first.
import { Info } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { editSession, type Session } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';

import { type DialogControl, useDialogs } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSites } from './project-site-fields.tsx';
import { draftOf, type SessionDraft, sessionResolver, toBody } from './session-draft.ts';
import { SessionFields } from './session-form.tsx';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');

export function EditSessionDialog({ session, ...control }: DialogControl & { session: Session }) {
  const form = useForm<SessionDraft>({
    defaultValues: draftOf(session),
    resolver: sessionResolver(() => found.rule !== 'none'),
  });
  const { handleSubmit, watch } = form;
  const found = useSites(watch('projectId'));
  const edit = useMutation(editSession, {
    successToast: { title: 'Session updated', description: 'Your session has been updated successfully.' },
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => control.onOpenChange(false),
  });
  const save = (draft: SessionDraft) => edit.run({ params: { id: session.id }, body: toBody(draft) });
  const confirmation = useDialogs({
    move: (control, draft: SessionDraft) => (
      <ConfirmDialog
        {...control}
        title="Move to another project"
        sentence={`This session will leave ${session.project.name}. People of that project will no longer see it in their lists.`}
        confirmLabel="Move session"
        tone="primary"
        pending={edit.isPending}
        onConfirm={() => {
          void save(draft);
          confirmation.close();
        }}
      />
    ),
  });
  const moves = (draft: SessionDraft) => Number(draft.projectId) !== session.projectId;
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Edit Session"
      onSubmit={handleSubmit((draft) => (moves(draft) ? confirmation.open('move', draft) : save(draft)))}
      submitLabel="Update Session"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <ReleaseNotice session={session} />
      <SessionFields
        form={form}
        found={found}
        fixed={session.released ? 'A released session stays in its project.' : undefined}
      />
      {confirmation.dialogs}
    </FormDialog>
  );
}

/** Approved content never changes unreviewed: whoever edits it reads what will happen (behaviour §3.2). */
function ReleaseNotice({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  if (session.status !== 'approved' && session.status !== 'completed') return null;
  const text =
    actor.kind === 'person' && actor.role === 'admin'
      ? 'Clients see this session. What you save is released to them at once.'
      : 'This session was approved. When you save, it goes back to an admin for review; until then clients go on seeing the approved version.';
  return (
    <Notice tone="blue" icon={Info}>
      {text}
    </Notice>
  );
}
