// Links of a session that clients cannot open, for those who can repair them; clients receive none from the server.
import { Unlink } from 'lucide-react';
import { linkFields, sessionFields } from '#contract/core/session-fields.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { count } from '#web/lib/format/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** '1 of 5 links cannot be opened'; null when all can, as far as is known. */
export function brokenLinkLabel(session: Session): string | null {
  const broken = session.brokenLinks.length;
  if (broken === 0) return null;
  const all = linkFields.filter((field) => session[field] !== null).length;
  return `${broken} of ${count(all, 'link')} cannot be opened`;
}

/** For cards and rows. */
export function BrokenLinksBadge({ session }: { session: Session }) {
  const label = brokenLinkLabel(session);
  return (
    label && (
      <Badge tone="yellow" icon={Unlink}>
        {label}
      </Badge>
    )
  );
}

// Which links of a session clients cannot open, and why, on the page of the session.
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
