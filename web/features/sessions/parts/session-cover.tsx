// The first drone picture of a session, or a picture of its video; a place of the same shape, with what the session begins with, where there is none.
import { formatDate } from '#contract/core/day-words.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { Picture } from '#web/ui/display/picture.tsx';
import { dayOf, linkedMedia, siteLabel } from './session-labels.ts';

type SessionCoverProps = {
  session: Session;
  /** The address of a picture of its video, in place of one from above. */
  videoCover?: string | null;
  sizes: string;
  priority?: boolean | undefined;
  className?: string | undefined;
};

export function SessionCover({ session, videoCover = null, ...rest }: SessionCoverProps) {
  const words = `${session.project.name}, ${siteLabel(session)}, ${formatDate(dayOf(session))}`;
  const small = session.coverUrl ?? videoCover;
  return (
    <Picture
      alt={small === videoCover && small ? `Video: ${words}` : words}
      small={small}
      ratio="3/2"
      fallback={small === null ? firstMedia(session) : undefined}
      {...rest}
    />
  );
}

/** A film, a tour, a map: its icon and its word stand for a visit without photos from above. */
function firstMedia(session: Session) {
  const [first] = linkedMedia(session);
  if (!first) return undefined;
  const { icon: Icon, label } = first;
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-accent-soft p-2 text-center text-accent-ink">
      <Icon aria-hidden="true" strokeWidth={1.5} className="@max-[9rem]:size-6 size-9" />
      <span className="@max-[9rem]:sr-only font-medium text-sm">{label}</span>
    </span>
  );
}
