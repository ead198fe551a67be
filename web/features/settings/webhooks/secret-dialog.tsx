// Shows the secret of a webhook, which is never shown again.
import { Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { WebhookWithSecret } from '#contract/notifications/webhooks.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

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
          I have kept it
        </Button>
      }
    >
      <div className="grid gap-4">
        <Notice tone="yellow" icon={TriangleAlert}>
          Keep it now where the receiver finds it: it is not shown again.
        </Notice>
        <Field label="Secret" hint="The receiver verifies with it that a message is ours">
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
