// Edits the words of something that was not sent yet: a concern, an answer, a decision.
import { useCurrentUser } from '#web/lib/current-user.ts';
import type { Unsent } from '#web/lib/outbox/outbox-store.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { kindOf, textsOf } from './unsent-content.ts';

type EditTextsDialogProps = DialogControl & { item: Unsent; onSave: (input: Unsent['input']) => void };

export function EditTextsDialog({ item, onSave, ...control }: EditTextsDialogProps) {
  const { person } = useCurrentUser();
  const fields = textsOf(item);
  const draft = useDraftForm<Record<string, string>>({
    owner: person.id,
    name: `unsent ${item.key}`,
    initial: { values: Object.fromEntries(fields.map(({ name, value }) => [name, value])) },
  });
  const { register, handleSubmit, watch } = draft.form;
  const save = handleSubmit((values) => {
    draft.done();
    const given = Object.entries(values).map(([name, value]) => [name, value.trim() || null]);
    const recordId = item.refusal?.recordId;
    const newer = recordId === undefined ? {} : { recordId };
    onSave({ ...item.input, body: { ...item.input.body, ...Object.fromEntries(given), ...newer } });
  });
  const [first] = fields;
  return (
    <FormDialog
      {...control}
      title={`Edit: ${kindOf(item)}`}
      description={item.words}
      onSubmit={save}
      submitLabel="Save and Send"
      pending={false}
      pendingLabel="Saving..."
      disabled={first?.name !== 'reviewNotes' && first !== undefined && !watch(first.name)?.trim()}
    >
      <DraftNotes draft={draft} />
      {fields.map(({ name, label }) => (
        <Field key={name} label={label}>
          <Textarea rows={5} {...register(name)} />
        </Field>
      ))}
    </FormDialog>
  );
}
