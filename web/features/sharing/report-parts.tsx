// What the dialogs of all reports share: making one, how far it is, what comes of it, and its buttons.
import { Download, FileText } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { cancelReport, type ReportState, reportState } from '#contract/sharing/endpoints.ts';
import { ApiError, isGone, messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import { Button, buttonIconVariants, buttonVariants } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';

type MakingReport =
  | { step: 'ready' }
  | { step: 'making'; report: ReportState | null; isLost: boolean }
  | { step: 'made'; report: ReportState }
  | { step: 'failed'; message: string };

/** Starts making the report, or joins it. */
type OrderReport = (signal: AbortSignal) => Promise<ReportState>;

const pollMilliseconds = 700;
/** A restarted server, or another one, does not know the report: it is requested again. */
const maxOrders = 3;
const failed = 'The report could not be made. Please try again.';

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** Null: the connection is lost, and it is asked again. */
async function ask(key: string, signal: AbortSignal): Promise<ReportState | null> {
  try {
    return await call(reportState, { params: { key } }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return null;
    throw error;
  }
}

type Show = (next: MakingReport) => void;

async function follow(order: OrderReport, signal: AbortSignal, show: Show): Promise<void> {
  let report = await order(signal);
  let orders = 1;
  while (!signal.aborted && report.state !== 'ready' && report.state !== 'failed') {
    show({ step: 'making', report, isLost: false });
    await pause(pollMilliseconds, signal);
    try {
      const now = await ask(report.key, signal);
      if (now === null) show({ step: 'making', report, isLost: true });
      else report = now;
    } catch (error) {
      if (!isGone(error) || orders++ >= maxOrders) throw error;
      report = await order(signal);
    }
  }
  show(report.state === 'ready' ? { step: 'made', report } : { step: 'failed', message: report.problem ?? failed });
}

/** Requested, polled until it is ready, cancelled; somebody who closes its dialog finds it again later. */
export function useReport({ open }: { open: boolean }) {
  const [state, setState] = useState<MakingReport>({ step: 'ready' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!open) return;
    return () => running.current?.abort();
  }, [open]);

  async function start(order: OrderReport): Promise<void> {
    const own = new AbortController();
    running.current?.abort();
    running.current = own;
    const show: Show = (next) => !own.signal.aborted && setState(next);
    show({ step: 'making', report: null, isLost: false });
    try {
      await follow(order, own.signal, show);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) redirectToLogin();
      show({ step: 'failed', message: messageOf(error, failed) });
    }
  }

  return {
    state,
    start,
    /** Back to the choices, as after one of them was changed. */
    reset: () => setState({ step: 'ready' }),
    cancel() {
      running.current?.abort();
      const key = state.step === 'making' ? state.report?.key : undefined;
      // Offline it ends by itself, as nobody asks for it any more.
      if (key) void call(cancelReport, { params: { key } }).catch(() => undefined);
      setState({ step: 'ready' });
    },
  };
}

type FooterProps = {
  state: MakingReport;
  onMake: () => void;
  onCancel: () => void;
  onClose: () => void;
  disabled?: boolean;
  /** What is made. */
  what?: 'report' | 'pack';
};

export function ReportButtons({ state, onMake, onCancel, onClose, disabled = false, what = 'report' }: FooterProps) {
  return (
    <>
      {state.step === 'making' ? <Button onClick={onCancel}>Cancel</Button> : <Button onClick={onClose}>Close</Button>}
      {state.step === 'ready' && (
        <Button variant="primary" icon={FileText} onClick={onMake} disabled={disabled}>
          Make {what}
        </Button>
      )}
      {state.step === 'made' && (
        <a href={`/api/reports/${state.report.key}/file`} download className={buttonVariants({ variant: 'primary' })}>
          <Download aria-hidden="true" className={buttonIconVariants} />
          Save {what}
          {state.report.bytes !== null && ` · ${formatSize(state.report.bytes)}`}
        </a>
      )}
    </>
  );
}

/** Nothing while it is being chosen. */
type ProgressProps = Pick<FooterProps, 'state' | 'onMake' | 'what'>;

export function ReportProgress({ state, onMake, what = 'report' }: ProgressProps) {
  if (state.step === 'making') return <Making report={state.report} isLost={state.isLost} />;
  if (state.step === 'failed')
    return <ErrorState title={`The ${what} was not made`} message={state.message} onRetry={onMake} />;
  if (state.step === 'made')
    return (
      <p role="status" className="wrap-anywhere">
        The {what} is ready: {state.report.name}
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
    : 'Collecting the contents';
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
        label="Who the report is for"
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
          : 'The current content, including what is not released, with the positions of pictures. Not for passing on.'}
      </p>
    </div>
  );
}
