// Above a photographer's sessions: new ones that wait on this device for a connection.
import { MailWarning } from 'lucide-react';
import { useOutbox } from '#web/lib/offline/outbox-of.ts';
import { Badge } from '#web/ui/display/badge.tsx';

export function UnsentSessions({ className = '' }: { className?: string }) {
  const { items } = useOutbox();
  const unsent = items.filter(({ call }) => call === 'createSession');
  if (unsent.length === 0) return null;
  return (
    <ul aria-label="Sessions that were not sent yet" className={`divide-y divide-line ${className}`}>
      {unsent.map(({ id, words }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
          <span className="wrap-anywhere min-w-0 font-medium">New session: {words}</span>
          <Badge tone="yellow" icon={MailWarning}>
            Not sent yet
          </Badge>
        </li>
      ))}
    </ul>
  );
}
