// Says of a session that some of its uploaded files are still on their way, and that it waits for review after the last.
import { Upload } from 'lucide-react';
import { type Session, uploadedSoFar } from '#contract/sessions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';

type TravellingProps = { session: Pick<Session, 'travelling'> };

export function TravellingBadge({ session: { travelling } }: TravellingProps) {
  if (!travelling) return null;
  return (
    <Badge tone="blue" icon={Upload}>
      <span className="tabular-nums">{uploadedSoFar(travelling)}</span>
    </Badge>
  );
}

export function TravellingBox({ session: { travelling } }: TravellingProps) {
  if (!travelling) return null;
  return (
    <Notice tone="blue" icon={Upload} role="status" className="text-sm">
      <p className="font-medium tabular-nums">{uploadedSoFar(travelling)}</p>
      <p>
        This session waits for review once all files are there. Where nothing moves any more, whoever uploads opens
        Edit, and chooses the same files again or leaves them out.
      </p>
    </Notice>
  );
}
