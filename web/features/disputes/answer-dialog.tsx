// An answer to a concern that shows a place: 'here it is today'.
import { useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { type Dispute, disputes } from '#contract/disputes/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDraftText } from '#web/lib/forms/use-draft-value.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { Pointed } from '#web/media/frame/pinning.ts';
import { PointedCrop } from '#web/media/pins/crop.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

const waiting: ReadonlySet<Dispute['status']> = new Set(['open', 'in_progress']);

/** The newest that this person may write in; older ones are answered beside their session. */
const maxListed = 200;

export function AnswerDialog({ session, anchor, picture, ...control }: DialogControl & Pointed) {
  const query = { projectId: session.projectId, limit: maxListed };
  const list = useApiQuery(disputes, { query }, { enabled: control.open });
  const answerable = list.data?.rows.filter((dispute) => dispute.mayComment && waiting.has(dispute.status));
  const [chosen, setChosen] = useState<number>();
  const { person } = useCurrentUser();
  const text = useDraftText(person.id, `answer ${session.id}`);
  const id = chosen ?? answerable?.[0]?.id;
  const finish = (sent: string) => {
    text.sent(sent);
    control.onOpenChange(false);
  };
  const comment = useWaitingMutation('commentDispute', {
    draft: text,
    words: ({ params }) => `Concern #${params.id}`,
    successToast: { title: 'Answer sent', description: 'The others in this concern have been notified.' },
    errorToast: 'Your answer could not be sent. It is still in the box.',
    onError: ({ issues: [issue] }) => {
      if (issue) toastFailure('Your answer could not be sent', issue.message);
      return issue !== undefined;
    },
    onSuccess: (_, { body }) => finish(body.message),
    onKept: ({ body }) => finish(body.message),
  });
  const message = text.value.trim();
  function send() {
    if (id !== undefined && message)
      void comment.run({ params: { id }, body: { message, anchor, sessionId: session.id } });
  }
  return (
    <FormDialog
      {...control}
      title="Answer a Concern"
      description="Everybody who reads the concern sees this place."
      submitLabel="Send Answer"
      disabled={id === undefined || !message}
      pending={comment.isPending}
      pendingLabel="Sending..."
      onSubmit={send}
    >
      <KeepNotice />
      <PointedCrop anchor={anchor} picture={picture} />
      {list.isPending && <Skeleton className="h-24" />}
      {list.error && !list.data && <QueryError query={list} />}
      {answerable?.length === 0 && <p>No open concerns are waiting for your answer.</p>}
      {answerable && answerable.length > 0 && (
        <>
          <Field label="Concern">
            <Select value={id} onChange={(event) => setChosen(Number(event.target.value))}>
              {answerable.map((dispute) => (
                <option key={dispute.id} value={dispute.id}>
                  {labelOf(dispute)}
                </option>
              ))}
            </Select>
          </Field>
          <DraftRestored {...text} />
          <Field label="Your Answer">
            <Textarea
              rows={3}
              value={text.value}
              placeholder="Here it is today"
              onChange={(event) => text.set(event.target.value)}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

function labelOf({ id, reason, session }: Dispute): string {
  return `#${id} · ${formatDate(session.captureDate)} · ${reason.slice(0, 60)}`;
}
