// 'Create New Session': the photographer hands a visit in for approval.
import { useForm } from 'react-hook-form';
import { createSession } from '#contract/sessions.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { toastFailure } from '#web/lib/toast.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSites } from './project-site-fields.tsx';
import { newDraft, type SessionDraft, sessionResolver, toBody } from './session-draft.ts';
import { SessionFields } from './session-form.tsx';

/** `projectId`: the project that is chosen at first. */
export function CreateSessionDialog({ projectId, ...control }: DialogControl & { projectId?: number | undefined }) {
  const form = useForm<SessionDraft>({
    defaultValues: { ...newDraft(new Date()), ...(projectId ? { projectId: String(projectId) } : {}) },
    resolver: sessionResolver(() => found.rule === 'several'),
  });
  const { handleSubmit, reset, watch } = form;
  const found = useSites(watch('projectId'));
  const create = useMutation(createSession, {
    successToast: { title: 'Session created', description: 'Your session has been submitted for approval.' },
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      reset();
      control.onOpenChange(false);
    },
  });
  const showMissing = () => toastFailure('Missing required fields', 'Please fill in all required fields.');
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Create New Session"
      description="Record a visit to a site. It goes to an admin for approval before the client sees it."
      onSubmit={handleSubmit(
        (draft) => create.run({ body: toBody(draft) }),
        (wrong) => (wrong.projectId || wrong.captureDate || wrong.siteId) && showMissing(),
      )}
      submitLabel="Create Session"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <SessionFields form={form} found={found} />
    </FormDialog>
  );
}
