// 'Report (PDF)' of a session: for whom, how many pictures, how far it is, and the file.
import { useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { makeSessionReport, reportSizes } from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { lastSessionChoice, type ReportSize, rememberSessionChoice, type SessionChoice } from './report-choices.ts';
import { EditionChoice, ReportButtons, ReportProgress, useReport } from './report-parts.tsx';
import { ShareButton, type ShareSubject } from './share-button.tsx';

type ReportDialogProps = DialogControl & { session: Session };

export function ReportDialog({ session, ...control }: ReportDialogProps) {
  const { actor } = useCurrentUser();
  const [choice, setChoice] = useState(() => offered(session, lastSessionChoice()));
  const { state, start, cancel } = useReport(control);
  const mayChoose = can.reviewSessions(actor);
  const make = () => {
    rememberSessionChoice(choice);
    const body = { pictures: choice.pictures, edition: mayChoose ? choice.edition : 'crew' } as const;
    void start((signal) => call(makeSessionReport, { params: { id: session.id }, body }, { signal }));
  };
  return (
    <Dialog
      {...control}
      title="Report (PDF)"
      description={[session.project.name, session.site?.name, formatDate(session.captureDate)]
        .filter(Boolean)
        .join(', ')}
      footer={
        <>
          {state.step !== 'making' && session.released && (
            <ShareButton subject={subjectOf(session, choice)} label="Share report" />
          )}
          <ReportButtons state={state} onMake={make} onCancel={cancel} onClose={() => control.onOpenChange(false)} />
        </>
      }
    >
      {state.step === 'ready' && (
        <div className="grid gap-5">
          {mayChoose && session.released && (
            <EditionChoice value={choice.edition} onChange={(edition) => setChoice({ ...choice, edition })} />
          )}
          {!session.released && <p>This session is not released: the report is for the team only.</p>}
          <PictureCount value={choice.pictures} onChange={(pictures) => setChoice({ ...choice, pictures })} />
          <p className="text-muted">
            With the facts and notes of the visit, its viewpoints before and after, pictures, concerns with their
            answers, and who released it.
          </p>
        </div>
      )}
      <ReportProgress state={state} onMake={make} />
    </Dialog>
  );
}

function subjectOf({ id, projectId, project, captureDate }: Session, { pictures }: SessionChoice): ShareSubject {
  const name = `Report of ${formatDate(captureDate)}, ${project.name}`;
  return { scope: 'report', projectId, sessionId: id, report: { of: 'session', pictures }, name };
}

function offered({ released }: Session, choice: SessionChoice): SessionChoice {
  return released ? choice : { ...choice, edition: 'crew' };
}

function PictureCount({ value, onChange }: { value: ReportSize; onChange: (size: ReportSize) => void }) {
  return (
    <Segmented
      label="Maximum number of pictures"
      value={String(value)}
      onChange={(size) => onChange(reportSizes.find((one) => String(one) === size) ?? value)}
      className="justify-self-start"
      options={reportSizes.map((size) => ({ value: String(size), label: `${size} pictures` }))}
    />
  );
}
