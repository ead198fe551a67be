// The letters that one picture of a visit is to show, where its project asks for them.
import { PenLine } from 'lucide-react';
import { visitCodes } from '#contract/sessions/checks.ts';
import { toDay } from '#web/features/sessions/filters/filters.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** `day`: yyyy-mm-dd; today where it is left out. */
type VisitCodeProps = { projectId: number | string; day?: string };

/** Renders nothing if the project asks for no code, or the day is neither today nor tomorrow. Codes are cached for use offline. */
export function VisitCode({ projectId, day = toDay(new Date()) }: VisitCodeProps) {
  const id = Number(projectId);
  const { data } = useApiQuery(visitCodes, { params: { id } }, { enabled: id > 0 });
  const code = data?.codes.find((each) => each.day === day)?.code;
  if (!code) return null;
  return (
    <Notice tone="yellow" icon={PenLine}>
      The visit code is <strong className="whitespace-nowrap tracking-widest">{code}</strong>. Write it on a sheet or a
      board, and take one picture that shows it.
    </Notice>
  );
}
