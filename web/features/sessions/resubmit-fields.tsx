// What a photographer writes when handing in again: a line to each flagged picture, and a word to the reviewer.
import { type FlaggedPicture, maxLine } from '#contract/rejection.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { FlaggedPictures } from './flagged-pictures.tsx';
import type { ResubmitText } from './use-resubmit-text.ts';

export function AnswerFields({ flags, text }: { flags: readonly FlaggedPicture[]; text: ResubmitText }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Flagged pictures</h3>
      <FlaggedPictures flags={flags}>
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
  );
}

type NoteFieldProps = { text: ResubmitText; isRequired: boolean; problem: string | undefined };

export function NoteField({ text, isRequired, problem }: NoteFieldProps) {
  return (
    <Field
      label="A word to the reviewer"
      optional={!isRequired}
      hint={isRequired && !problem ? 'Nothing has changed. Say why it is sent again.' : undefined}
      error={problem}
    >
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
