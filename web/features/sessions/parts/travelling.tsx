// Says of a session that some of its uploaded files are still on their way, and that it waits for review after the last.
import { Upload } from 'lucide-react';
import { type Session, uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

/** Few sessions wait for files. */
const Box = lazySection(() => import('./travelling-box.tsx'), 'UploadingBox', null);

export function UploadingBadge({ session: { travelling } }: { session: Pick<Session, 'travelling'> }) {
  if (!travelling) return null;
  return (
    <Badge tone="blue" icon={Upload}>
      <span className="tabular-nums">{uploadedSoFar(travelling)}</span>
    </Badge>
  );
}

export function UploadingBox({ session }: { session: Session }) {
  return session.travelling && <Box session={session} />;
}
