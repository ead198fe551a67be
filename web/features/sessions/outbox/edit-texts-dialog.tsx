// Edits what something says that was not sent yet: a concern, an answer, a decision, a resubmission.
import { CircleAlert } from 'lucide-react';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { bodyOf, choicesOf, type EditedTexts, kindOf, saysEnough, textsOf } from './unsent-content.ts';

type EditTextsDialogProps = DialogControl & { item: Unsent; onSave: (input: Unsent['input']) => void };

const startOf = (item: Unsent): EditedTexts => ({
  texts: Object.fromEntries(textsOf(item).map(({ name, value }) => [name, value])),
  left: [],
});

export function EditTextsDialog({ item, onSave, ...control }: EditTextsDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<EditedTexts>({
    owner: person.id,
    name: `unsent ${item.key}`,
    initial: { values: startOf(item) },
  });
  const { register, handleSubmit, watch } = draft.form;
  const { recordId } = item.refusal ?? {};
  const save = handleSubmit((values) => {
    draft.done();
    const newer = recordId === undefined ? {} : { recordId };
    onSave({ ...item.input, body: { ...bodyOf(item, values), ...newer } });
  });
  const left = watch('left');
  const choices = choicesOf(item);
  const toggle = (name: string) =>
    draft.choose('left', left.includes(name) ? left.filter((each) => each !== name) : [...left, name]);
  return (
    <FormDialog
      {...control}
      title={`Edit: ${kindOf(item)}`}
      description={item.words}
      onSubmit={save}
      submitLabel="Save and Send"
      pending={false}
      pendingLabel="Saving..."
      disabled={!saysEnough(item, bodyOf(item, watch()))}
    >
      {item.refusal && recordId === undefined && (
        <Notice tone="red" icon={CircleAlert}>
          {item.refusal.message}
        </Notice>
      )}
      <DraftNotes draft={draft} />
      {textsOf(item).map(({ name, label, max }) => (
        <Field key={name} label={label}>
          <Textarea rows={max ? 2 : 5} maxLength={max} {...register(`texts.${name}`)} />
        </Field>
      ))}
      {choices.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">What goes along</legend>
          {choices.map(({ name, label }) => (
            <Checkbox key={name} label={label} checked={!left.includes(name)} onChange={() => toggle(name)} />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
