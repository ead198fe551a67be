// 'Not sent yet': what waits on this device for a connection, and what the server refused, with its content.

import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Clock, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { removeKeptFiles } from '#web/features/uploads/sending/leave-out-kept.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { isTooOld } from '#web/lib/offline/outbox.ts';
import { useOutbox } from '#web/lib/offline/outbox-of.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { isHeld } from '#web/lib/offline/same-session.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import {
  bodyOf,
  choicesOf,
  contentOf,
  type EditedTexts,
  isComplete,
  isOfSessionForm,
  kindOf,
  textsOf,
} from './unsent-content.ts';

// Edits what something says that was not sent yet: a concern, an answer, a decision, a resubmission.
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
      disabled={!isComplete(item, bodyOf(item, watch()))}
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
          <legend className="mb-1.5 font-medium">Sent with it</legend>
          {choices.map(({ name, label }) => (
            <Checkbox key={name} label={label} checked={!left.includes(name)} onChange={() => toggle(name)} />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

// One thing that was not sent: what it is, what it says, why it is still here, and what can be done about it.
const tooOld = 'This is older than 60 days, so it is not sent by itself. Edit and save it to send it again.';

/** `item.refusal`: the server's own sentence. */
function reasonOf(item: Unsent): string | undefined {
  if (item.refusal?.recordId !== undefined)
    return 'The session has changed since. What you save here replaces the current version.';
  return item.refusal?.message ?? (isTooOld(item, Date.now()) ? tooOld : undefined);
}

type WaitsFor = 'line' | 'server' | 'changes';
const waitingWords: Record<WaitsFor, string> = {
  line: 'Waiting for a connection.',
  server: 'The server could not take it yet. It will be sent again automatically.',
  changes: 'Sent after your changes to this session.',
};

type UnsentItemProps = { item: Unsent; waitsFor: WaitsFor; onEdit: () => void; onThrowAway: () => void };

function UnsentItem({ item, waitsFor, onEdit, onThrowAway }: UnsentItemProps) {
  const reason = reasonOf(item);
  return (
    <li className="grid gap-2 rounded-control border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="wrap-anywhere min-w-0 font-medium">
          {kindOf(item)}: {item.words}
        </p>
        <p className="text-muted text-sm">
          <Instant at={new Date(item.at).toISOString()} />
        </p>
      </div>
      <dl className="grid gap-1 text-sm">
        {contentOf(item).map(([label, words]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{words}</dd>
          </div>
        ))}
      </dl>
      <Notice tone={reason ? 'red' : 'grey'} icon={reason ? CircleAlert : Clock}>
        {reason ?? waitingWords[waitsFor]}
      </Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" aria-label={`Discard: ${item.words}`} onClick={onThrowAway}>
          Discard
        </Button>
        <Button size="sm" aria-label={`Edit: ${item.words}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}

const EditUnsentSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/edit-unsent-session-dialog.tsx'),
  'EditUnsentSessionDialog',
);

export function UnsentDialog(control: DialogControl) {
  const { outbox, items } = useOutbox();
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const [isSending, setSending] = useState(false);
  async function send() {
    setSending(true);
    await outbox.drain();
    setSending(false);
  }
  const change = (item: Unsent) => (input: Unsent['input']) => {
    void outbox.change(item, input).then(send);
    dialogs.close();
  };
  const dialogs = useDialogs({
    session: (inner, item: Unsent) => <EditUnsentSessionDialog {...inner} item={item} onSave={change(item)} />,
    texts: (inner, item: Unsent) => <EditTextsDialog {...inner} item={item} onSave={change(item)} />,
    throwAway: (inner, item: Unsent) => (
      <ConfirmDialog
        {...inner}
        title="Discard"
        sentence={`${item.words}: it was not sent, and nobody has read it. It cannot be brought back.`}
        confirmLabel="Discard"
        onConfirm={() => {
          void outbox.remove(item.id).then(() => removeKeptFiles({ client, person: person.id }, item));
          dialogs.close();
        }}
      />
    ),
  });
  return (
    <Dialog
      {...control}
      title="Not sent yet"
      description="Kept on this device for you alone, and sent when you're online again."
      footer={
        items.length > 0 && (
          <Button variant="primary" pending={isSending} pendingLabel="Sending..." onClick={() => void send()}>
            Send now
          </Button>
        )
      }
    >
      {items.length === 0 && <EmptyState icon={MailCheck} title="Everything was sent" />}
      <ul className="grid gap-4">
        {items.map((item) => (
          <UnsentItem
            key={item.id}
            item={item}
            waitsFor={waitsFor(item, items)}
            onEdit={() => dialogs.open(isOfSessionForm(item) ? 'session' : 'texts', item)}
            onThrowAway={() => dialogs.open('throwAway', item)}
          />
        ))}
      </ul>
      {dialogs.dialogs}
    </Dialog>
  );
}

/** Where the server failed, what comes after waits for it too. */
function waitsFor(item: Unsent, items: readonly Unsent[]): WaitsFor {
  if (isHeld(item, items)) return 'changes';
  return items.some(({ fault, refusal }) => fault && !refusal) ? 'server' : 'line';
}
