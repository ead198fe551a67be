// 'Not sent yet' on the row of a session of which something waits on this device.
import { MailWarning } from 'lucide-react';
import { useOutbox } from '#web/lib/offline/outbox-of.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { Badge } from './badge.tsx';

export function UnsentBadge({ sessionId }: { sessionId: number }) {
  const { items } = useOutbox();
  if (!items.some((item) => sessionOf(item) === sessionId)) return null;
  return (
    <Badge tone="yellow" icon={MailWarning}>
      Not sent yet
    </Badge>
  );
}
