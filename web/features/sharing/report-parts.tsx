// What the dialogs of all reports share: how far it is, what comes of it, and its buttons.
import { Download, FileText } from 'lucide-react';
import { useId } from 'react';
import type { ReportState } from '#contract/sharing/reports.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonIconVariants, buttonVariants } from '#web/ui/controls/button-variants.ts';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import type { MakingReport } from './use-report.ts';

type FooterProps = {
  state: MakingReport;
  onMake: () => void;
  onCancel: () => void;
  onClose: () => void;
  disabled?: boolean;
};

export function ReportButtons({ state, onMake, onCancel, onClose, disabled = false }: FooterProps) {
  return (
    <>
      {state.step === 'making' ? <Button onClick={onCancel}>Cancel</Button> : <Button onClick={onClose}>Close</Button>}
      {state.step === 'ready' && (
        <Button variant="primary" icon={FileText} onClick={onMake} disabled={disabled}>
          Make report
        </Button>
      )}
      {state.step === 'made' && (
        <a href={`/api/reports/${state.report.key}/file`} download className={buttonVariants({ variant: 'primary' })}>
          <Download aria-hidden="true" className={buttonIconVariants} />
          Save report{state.report.bytes !== null && ` · ${formatSize(state.report.bytes)}`}
        </a>
      )}
    </>
  );
}

/** Nothing while it is being chosen. */
export function ReportProgress({ state, onMake }: { state: MakingReport; onMake: () => void }) {
  if (state.step === 'making') return <Making report={state.report} isLost={state.isLost} />;
  if (state.step === 'failed')
    return <ErrorState title="The report was not made" message={state.message} onRetry={onMake} />;
  if (state.step === 'made')
    return (
      <p role="status" className="wrap-anywhere">
        The report is ready: {state.report.name}
      </p>
    );
  return null;
}

function wordsFor(report: ReportState | null, isLost: boolean): string {
  if (isLost) return 'The connection is lost. The report is still being made.';
  if (report?.state === 'waiting')
    return report.ahead > 0 ? `Waiting: ${count(report.ahead, 'report')} before it` : 'Waiting for its turn';
  if (report?.state === 'aligning') return `Aligning the pictures: ${report.done} of ${count(report.total, 'pair')}`;
  return report && report.total > 0
    ? `Making the report: picture ${report.done} of ${report.total}`
    : 'Gathering what stands in it';
}

function Making({ report, isLost }: { report: ReportState | null; isLost: boolean }) {
  const label = useId();
  const share = report && report.total > 0 ? report.done / report.total : 0;
  return (
    <div className="grid gap-3">
      <p id={label} role="status" className="font-medium tabular-nums">
        {wordsFor(report, isLost)}
      </p>
      <progress aria-labelledby={label} value={Math.floor(share * 100)} max={100} className="w-full" />
      <p className="text-muted text-sm">You can close this; it will keep running for a minute.</p>
    </div>
  );
}

export type Edition = 'crew' | 'client';

type EditionChoiceProps = { value: Edition; onChange: (edition: Edition) => void };

export function EditionChoice({ value, onChange }: EditionChoiceProps) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <Segmented
        label="For whom the report is"
        value={value}
        onChange={onChange}
        options={[
          { value: 'client', label: 'For the client' },
          { value: 'crew', label: 'For the team' },
        ]}
      />
      <p className="text-muted text-sm">
        {value === 'client'
          ? 'Only what was released, as the client sees it.'
          : 'The present content, also where it is not released, with the positions of pictures. Not for passing on.'}
      </p>
    </div>
  );
}
