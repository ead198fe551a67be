// What a photographer reads and writes before resubmitting: the reason, an answer to each flagged picture, the changes, and a note.
import { useRef } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type FlaggedPicture, maxLine, sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { ChangeList } from '#web/features/sessions/parts/change-list.tsx';
import { FlaggedPictures } from '#web/features/sessions/parts/flagged-pictures.tsx';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDraftValue } from '#web/lib/forms/use-draft-value.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { SkeletonText } from '#web/ui/display/skeleton.tsx';
import { DraftRestored } from '#web/ui/feedback/keep-notice.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

// What a photographer writes when resubmitting, stored on the device until it is sent.
type Answer = { flagId: number; answer: string };
const noAnswers: readonly Answer[] = [];

/** Drops answers to flags of a former rejection; while the present flags are unknown (undefined), all are sent. */
export function answersFor(flags: readonly Pick<FlaggedPicture, 'id'>[] | undefined, all: readonly Answer[]): Answer[] {
  return all
    .filter(({ flagId }) => !flags || flags.some(({ id }) => id === flagId))
    .map(({ flagId, answer }) => ({ flagId, answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
}

/** `flags`: undefined where they could not be read. */
function useResubmitText(sessionId: number, flags: readonly FlaggedPicture[] | undefined) {
  const { person } = useCurrentUser();
  const answers = useDraftValue(person.id, `resubmit ${sessionId} answers`, noAnswers);
  const note = useDraftValue<string>(person.id, `resubmit ${sessionId} note`, '');
  const noteField = useRef<HTMLTextAreaElement>(null);
  const written = answersFor(flags, answers.value);
  return {
    answerOf: (id: number) => answers.value.find(({ flagId }) => flagId === id)?.answer ?? '',
    setAnswer(flagId: number, answer: string) {
      const others = answers.value.filter((one) => one.flagId !== flagId);
      answers.set(answer === '' ? others : [...others, { flagId, answer }]);
    },
    note: note.value,
    setNote: note.set,
    noteField,
    /** True if there is a note, or an answer to any picture. */
    says: note.value.trim() !== '' || written.length > 0,
    body: { answers: written, note: note.value.trim() || null },
    restored: answers.restored || note.restored,
    forms: [...answers.forms, ...note.forms],
    taken() {
      answers.taken();
      note.taken();
    },
    givenBack() {
      answers.givenBack();
      note.givenBack();
    },
    discard() {
      answers.discard();
      note.discard();
    },
  };
}
type ResubmitText = ReturnType<typeof useResubmitText>;

/** The flags, the changes and the draft of one session; the same draft wherever it is shown. */
export function useResubmission(sessionId: number, { enabled }: { enabled: boolean }) {
  const input = { params: { id: sessionId } };
  const flags = useApiQuery(sessionFlags, input, { enabled });
  const changes = useApiQuery(sessionChanges, input, { enabled });
  return { flags, changes, text: useResubmitText(sessionId, flags.data?.flags) };
}
type Resubmission = ReturnType<typeof useResubmission>;

/** On top of the edit form and of the resubmit dialog. */
export function ResubmitFields({ session, of: { flags, changes, text } }: { session: Session; of: Resubmission }) {
  return (
    <>
      <DraftRestored restored={text.restored} discard={text.discard} />
      <RejectionBox session={session} />
      {flags.error && !flags.data && (
        <QueryErrorLine query={flags}>The flagged pictures could not be loaded.</QueryErrorLine>
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

/** In the edit form; what is written there also appears in the resubmit dialog, which sends it. */
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
    <Field label="Note to the reviewer" optional={!isRequired} hint={problem ? undefined : hint} error={problem}>
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
