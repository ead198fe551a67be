// Hands a rejected session in again: why it came back, an answer to each flagged picture, what changed, and a word about it.
import { useState } from 'react';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useWaitingEdit } from '#web/lib/offline/outbox-of.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { NoteField, ResubmitFields, useResubmission } from './resubmit-fields.tsx';
import { wordsOf } from './session-draft.ts';

export function ResubmitSessionDialog({ session: opened, ...control }: DialogControl & { session: Session }) {
  const input = { params: { id: opened.id } };
  const session = useApiQuery(getSession, input, { enabled: control.open }).data ?? opened;
  const resubmission = useResubmission(opened.id, { enabled: control.open });
  const { changes, text } = resubmission;
  const [problem, setProblem] = useState<string>();
  const finish = () => {
    text.discard();
    control.onOpenChange(false);
  };
  const resubmit = useWaitingMutation('resubmitSession', {
    draft: text,
    words: wordsOf(opened),
    successToast: { title: 'Session resubmitted', description: 'Your session has been resubmitted for admin review.' },
    errorToast: 'Failed to resubmit session',
    onError({ issues }) {
      const issue = issues.find(({ path }) => path === 'note');
      setProblem(issue?.message);
      return issue !== undefined;
    },
    onSuccess: finish,
    onKept: finish,
  });
  const waitingEdit = useWaitingEdit(opened.id);
  const lacksWord = changes.data?.unchanged === true && !waitingEdit && !text.says;
  const failureHint = changes.error && !changes.data && !waitingEdit ? unknown : undefined;
  function send() {
    setProblem(lacksWord ? unchanged : undefined);
    if (lacksWord) return text.noteField.current?.focus();
    return resubmit.run({ ...input, body: { ...text.body, recordId: session.recordId } });
  }
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Resubmit session"
      description="Are you sure you want to resubmit this session? It will be sent back to admin for review."
      onSubmit={send}
      submitLabel="Resubmit"
      pending={resubmit.isPending}
      pendingLabel="Resubmitting..."
    >
      <KeepNotice />
      <ResubmitFields session={session} of={resubmission} />
      <NoteField
        text={text}
        isRequired={lacksWord}
        problem={lacksWord || !changes.data ? problem : undefined}
        hint={lacksWord ? unchanged : failureHint}
      />
    </FormDialog>
  );
}

const unchanged = "You haven't changed anything. Add a note that says why you're resubmitting.";
const unknown =
  "Changes can't be compared while you're offline. Say here what you changed: an unchanged session without a note is refused.";
