// 'Add webhook' and 'Edit webhook': its name, address and events; and its secret, shown once.
import { Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  createWebhook,
  deliveryKindLabels,
  editWebhook,
  type Webhook,
  type WebhookKind,
  type WebhookWithSecret,
  webhookKinds,
} from '#contract/notifications/webhooks.ts';
import { NewWebhook, WebhookEdit } from '#contract/notifications/webhooks-routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field, FieldError } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type WebhookDraft = { name: string; url: string; kinds: WebhookKind[] };
type WebhookDialogProps = DialogControl & {
  /** Without one it makes a new one. */
  webhook?: Webhook;
  onSecret: (made: WebhookWithSecret) => void;
};

const labels = { name: 'Name', url: 'Address', kinds: 'Events' };
const inWords = (path: string, value: unknown) =>
  path === 'kinds' ? (value as WebhookKind[]).map((kind) => deliveryKindLabels[kind]).join(', ') : undefined;

function stateOf({ version, name, url, kinds }: Webhook): { version: number; values: WebhookDraft } {
  return { version, values: { name, url, kinds } };
}

export function WebhookDialog({ webhook, onSecret, ...control }: WebhookDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<WebhookDraft>({
    owner: person.id,
    name: webhook ? `edit webhook ${webhook.id}` : 'new webhook',
    initial: webhook ? stateOf(webhook) : { values: { name: '', url: 'https://', kinds: [...webhookKinds] } },
    resolver: formResolver(webhook ? WebhookEdit : NewWebhook),
  });
  const { form } = draft;
  const create = useSubmit(createWebhook, draft, {
    errorToast: { title: 'Failed to add the webhook' },
    onSaved: onSecret,
  });
  const edit = useSubmit(editWebhook, draft, {
    successToast: 'Webhook changed',
    errorToast: { title: 'Failed to change the webhook' },
    stateOf,
    onSaved: () => control.onOpenChange(false),
  });
  const save = (body: WebhookDraft) =>
    webhook
      ? edit.run({ params: { id: webhook.id }, body: { ...body, version: draft.version } })
      : create.run({ body });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...control}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      description={webhook ? undefined : 'Its secret is shown once, after you add it.'}
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      pendingLabel="Saving..."
      onSubmit={form.handleSubmit(save)}
      pending={create.isPending || edit.isPending}
    >
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <Field label="Name" hint="What receives it, such as your site diary" error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Address" hint="A public address that begins with https://" error={errors.url?.message}>
        <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} {...form.register('url')} />
      </Field>
      <fieldset className="grid gap-2" aria-describedby={errors.kinds ? 'kinds-error' : undefined}>
        <legend className="mb-1.5 font-medium">Events</legend>
        {webhookKinds.map((kind) => (
          <Checkbox key={kind} label={deliveryKindLabels[kind]} value={kind} {...form.register('kinds')} />
        ))}
        {errors.kinds?.message && <FieldError id="kinds-error">{errors.kinds.message}</FieldError>}
      </fieldset>
    </FormDialog>
  );
}

// Shows the secret of a webhook, which is never shown again.
export function SecretDialog({ webhook, ...control }: DialogControl & { webhook: WebhookWithSecret }) {
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    navigator.clipboard.writeText(webhook.secret).then(
      () => setCopied('Copied'),
      () => setCopied('The browser did not allow it: select the secret and copy it.'),
    );
  return (
    <Dialog
      {...control}
      shownOnce
      title={`Secret of ${webhook.name}`}
      footer={
        <Button variant="primary" onClick={() => control.onOpenChange(false)}>
          I have stored it
        </Button>
      }
    >
      <div className="grid gap-4">
        <Notice tone="yellow" icon={TriangleAlert}>
          Store it now where the receiver can read it: it is not shown again.
        </Notice>
        <Field label="Secret" hint="The receiver uses it to verify that a message is from here">
          <Input readOnly value={webhook.secret} onFocus={({ target }) => target.select()} className="font-mono" />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={Copy} onClick={copy}>
            Copy
          </Button>
          <span role="status" className="text-muted text-sm">
            {copied}
          </span>
        </div>
      </div>
    </Dialog>
  );
}
