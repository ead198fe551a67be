// The first drone picture of a session; a place of the same shape where there is none.
import { formatDate } from '#contract/core/day-words.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { Picture } from '#web/ui/display/picture.tsx';
import { dayOf, siteLabel } from './session-labels.ts';

type SessionCoverProps = {
  session: Session;
  sizes: string;
  priority?: boolean | undefined;
  className?: string | undefined;
};

export function SessionCover({ session, ...rest }: SessionCoverProps) {
  return (
    <Picture
      alt={`${session.project.name}, ${siteLabel(session)}, ${formatDate(dayOf(session))}`}
      small={session.coverUrl}
      ratio="3/2"
      {...rest}
    />
  );
}
