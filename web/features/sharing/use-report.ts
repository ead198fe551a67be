// Making a report: requested, polled until it is ready, cancelled; somebody who closes its dialog finds it again later.
import { useEffect, useRef, useState } from 'react';
import { cancelReport, type ReportState, reportState } from '#contract/sharing/reports.ts';
import { ApiError, isGone, messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { redirectToLogin } from '#web/lib/api/login-redirect.ts';

export type MakingReport =
  | { step: 'ready' }
  | { step: 'making'; report: ReportState | null; isLost: boolean }
  | { step: 'made'; report: ReportState }
  | { step: 'failed'; message: string };

/** Starts making the report, or joins it. */
export type OrderReport = (signal: AbortSignal) => Promise<ReportState>;

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
