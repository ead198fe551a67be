// What a photographer reads and writes before handing in again: why it came back, a line to each flagged picture, what changed, a word to the reviewer.

import type { Session } from '#contract/sessions/endpoints.ts';
import { maxLine, sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { ChangeList } from '#web/features/sessions/parts/change-list.tsx';
import { FlaggedPictures } from '#web/features/sessions/parts/flagged-pictures.tsx';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { SkeletonText } from '#web/ui/display/skeleton.tsx';
import { DraftRestored } from '#web/ui/feedback/draft-restored.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { type ResubmitText, useResubmitText } from './use-resubmit-text.ts';

/** The pictures, the changes and what is written of one session; the same draft wherever it is shown. */
export function useResubmission(sessionId: number, { enabled }: { enabled: boolean }) {
  const input = { params: { id: sessionId } };
  const flags = useApiQuery(sessionFlags, input, { enabled });
  const changes = useApiQuery(sessionChanges, input, { enabled });
  return { flags, changes, text: useResubmitText(sessionId, flags.data?.flags) };
}
type Resubmission = ReturnType<typeof useResubmission>;

/** On top of the edit form and of the dialog that hands in. */
export function ResubmitFields({ session, of: { flags, changes, text } }: { session: Session; of: Resubmission }) {
  return (
    <>
      <DraftRestored restored={text.restored} discard={text.discard} />
      <RejectionBox session={session} />
      {flags.error && !flags.data && (
        <QueryErrorLine query={flags}>Which pictures were flagged could not be loaded.</QueryErrorLine>
      )}
      {flags.data && flags.data.flags.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">Flagged pictures</h3>
          <FlaggedPictures flags={flags.data.flags}>
            {({ id, name }) => (
              <Field label={`Your answer on ${name}`} hideLabel>
                <Input
                  placeholder="Your answer"
                  autoComplete="off"
                  maxLength={maxLine}
                  value={text.answerOf(id)}
                  onChange={({ target }) => text.setAnswer(id, target.value)}
                />
              </Field>
            )}
          </FlaggedPictures>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="font-semibold">What changed since it was sent back</h3>
        {changes.error && !changes.data && <QueryErrorLine query={changes} />}
        {changes.isPending && <SkeletonText lines={2} />}
        {changes.data && <ChangeList changes={changes.data} />}
      </section>
    </>
  );
}

/** In the edit form; what is written there stands in the dialog that hands in, and is sent by it. */
export function AnswersBeforehand({ session }: { session: Session }) {
  const resubmission = useResubmission(session.id, { enabled: true });
  const { text } = resubmission;
  return (
    <Card padded as="section" aria-label="Sent back" className="grid gap-4">
      <ResubmitFields session={session} of={resubmission} />
      {text.says && (
        <p role="status" className="text-muted text-sm">
          Your answers are kept on this device and sent when you resubmit.
        </p>
      )}
    </Card>
  );
}

type NoteFieldProps = {
  text: ResubmitText;
  isRequired: boolean;
  problem: string | undefined;
  hint?: string | undefined;
};

export function NoteField({ text, isRequired, problem, hint }: NoteFieldProps) {
  return (
    <Field label="A word to the reviewer" optional={!isRequired} hint={problem ? undefined : hint} error={problem}>
      <Textarea
        ref={text.noteField}
        rows={2}
        maxLength={maxLine}
        value={text.note}
        onChange={({ target }) => text.setNote(target.value)}
      />
    </Field>
  );
}
