// What a photographer writes when handing in again, kept on the device until it is sent.
import { useRef } from 'react';
import type { FlaggedPicture } from '#contract/sessions/rejection.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useDraftValue } from '#web/lib/forms/use-draft-value.ts';

type Answer = { flagId: number; answer: string };
const noAnswers: readonly Answer[] = [];

/** Answers to flags of a former rejection are not sent; while nobody can say which are the present ones (undefined), all are. */
export function answersFor(flags: readonly Pick<FlaggedPicture, 'id'>[] | undefined, all: readonly Answer[]): Answer[] {
  return all
    .filter(({ flagId }) => !flags || flags.some(({ id }) => id === flagId))
    .map(({ flagId, answer }) => ({ flagId, answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
}

/** `flags`: undefined where they could not be read. */
export function useResubmitText(sessionId: number, flags: readonly FlaggedPicture[] | undefined) {
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
    /** Something is written, be it to one picture. */
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
export type ResubmitText = ReturnType<typeof useResubmitText>;
