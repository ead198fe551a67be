// What the chosen pictures say of the visit before they are sent: another day than the form's, another site, or two places.
import { CalendarDays, MapPinOff } from 'lucide-react';
import { getProject } from '#contract/projects/endpoints.ts';
import { sitePlace } from '#contract/sessions/checks.ts';
import { dayOfMost, farApart, otherSiteSentence, type Taken, takenDay } from '#web/features/uploads/upload-words.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

export type VisitOfForm = {
  projectId: string;
  /** '' for the project as a whole. */
  siteId: string;
  captureDate: string;
  onCaptureDate: (day: string) => void;
};

export function PictureNotices({ taken, visit }: { taken: readonly Taken[]; visit: VisitOfForm }) {
  const { captureDate, onCaptureDate } = visit;
  const day = dayOfMost(taken);
  const question = usePlaceQuestion(taken, visit);
  return (
    <>
      {day && day !== captureDate && <DayNotice day={day} projectId={visit.projectId} onUse={onCaptureDate} />}
      {question && (
        <Notice tone="yellow" icon={MapPinOff} role="status" className="text-sm">
          {question}
        </Notice>
      )}
    </>
  );
}

type DayNoticeProps = { day: string; projectId: string; onUse: (day: string) => void };

function DayNotice({ day, projectId, onUse }: DayNoticeProps) {
  const project = useApiQuery(getProject, { params: { id: Number(projectId) } }, { enabled: projectId !== '' });
  const { sentence, isTaken } = takenDay(day, { now: new Date(), projectFrom: project.data?.createdAt });
  return (
    <Notice tone="blue" icon={CalendarDays} role="status" className="text-sm">
      <p>{sentence}</p>
      {isTaken && (
        <Button size="sm" className="mt-2" onClick={() => onUse(day)}>
          Use as capture date
        </Button>
      )}
    </Notice>
  );
}

/** Asked of the server only where a picture says where it was taken. */
function usePlaceQuestion(taken: readonly Taken[], { projectId, siteId }: VisitOfForm): string | null {
  const input = { params: { id: Number(projectId) }, query: siteId === '' ? {} : { siteId: Number(siteId) } };
  const site = useApiQuery(sitePlace, input, { enabled: projectId !== '' && taken.some(({ place }) => place) });
  const far = farApart(taken);
  const isFar = far === null ? null : `Some of these pictures were taken ${far} km apart. Are they all of this site?`;
  return otherSiteSentence(taken, site.data?.place ?? null) ?? isFar;
}
