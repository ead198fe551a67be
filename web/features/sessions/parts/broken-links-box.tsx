// Which links of a session clients cannot open, and why, on the page of the session.
import { Unlink } from 'lucide-react';
import { sessionFields } from '#contract/core/session-fields.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { brokenLinkLabel } from './broken-links.tsx';

export function BrokenLinksBox({ session }: { session: Session }) {
  const label = brokenLinkLabel(session);
  if (!label) return null;
  return (
    <Notice tone="yellow" icon={Unlink} className="text-sm">
      <p className="font-medium">{label} by clients</p>
      <ul className="mt-1 grid gap-1">
        {session.brokenLinks.map(({ field, reason }) => (
          <li key={field}>
            <span className="font-medium">{sessionFields[field].label}: </span>
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
