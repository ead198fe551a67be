// One thing that was not sent: what it is, what it says, why it is still here, and what can be done about it.
import { CircleAlert, Clock } from 'lucide-react';
import { isTooOld } from '#web/lib/offline/outbox.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { contentOf, kindOf } from './unsent-content.ts';

const tooOld = 'This is older than 60 days, so it is not sent by itself. Edit and save it to send it again.';

/** `item.refusal`: the server's own sentence. */
function reasonOf(item: Unsent): string | undefined {
  if (item.refusal?.recordId !== undefined)
    return 'The session has changed since. What you save here replaces the current version.';
  return item.refusal?.message ?? (isTooOld(item, Date.now()) ? tooOld : undefined);
}

export type WaitsFor = 'line' | 'server' | 'changes';
const waitingWords: Record<WaitsFor, string> = {
  line: 'Waiting for a connection.',
  server: 'The server could not take it yet. It will be sent again automatically.',
  changes: 'Goes after your changes to this session.',
};

type UnsentItemProps = { item: Unsent; waitsFor: WaitsFor; onEdit: () => void; onThrowAway: () => void };

export function UnsentItem({ item, waitsFor, onEdit, onThrowAway }: UnsentItemProps) {
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
