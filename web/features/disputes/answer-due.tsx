// Until when the first answer to a concern is due, as 'Answer due tomorrow', or by how much it is overdue.
import { AlarmClock } from 'lucide-react';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { useIsTakenOver } from '#web/lib/device/taken-over.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { dueWords, urgencyOf } from './due-words.ts';

/** Nothing where no answer is awaited. The clock of the device decides, so words and colour come once the page is taken over. */
export function AnswerDue({ dispute: { dueAt, dueOn } }: { dispute: Pick<Dispute, 'dueAt' | 'dueOn'> }) {
  const isTakenOver = useIsTakenOver();
  const timeZone = useTimeZone() ?? undefined;
  if (dueAt === null || dueOn === null) return null;
  const due = { dueAt, dueOn, timeZone };
  const tones = { over: 'red', soon: 'yellow', later: 'grey' } as const;
  return (
    <span title={`The first answer is due by the end of ${formatDate(dueOn)}`} className="inline-flex">
      <Badge tone={isTakenOver ? tones[urgencyOf(due, Date.now())] : 'grey'} icon={AlarmClock}>
        <span>
          <Ago at={dueAt} format={(_, now) => dueWords(due, now)} />
        </span>
      </Badge>
    </span>
  );
}
