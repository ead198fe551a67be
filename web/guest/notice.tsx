// Pages for guests that show nothing: a link that ended, a refusal, the form for a PIN, and a report that is being made.
import type { GuestPage } from '#contract/sharing/guest-pages.ts';
import { AcknowledgeForm } from './stages.tsx';
import { Verified, VerifyForm } from './verify.tsx';

type Notice = Extract<GuestPage, { kind: 'notice' }>['notice'];
type Of<Kind extends Notice['kind']> = { notice: Extract<Notice, { kind: Kind }> };

const refusalTitles: Record<number, string> = {
  403: 'This is not allowed',
  429: 'Please wait a moment',
  500: 'Something went wrong',
  503: 'Please try again later',
};
const refusalTitle = (status: number) => refusalTitles[status] ?? 'This cannot be shown';
const goneTitle = 'This link is not valid';

export function noticeTitle(notice: Notice, brand: string): string {
  if (notice.kind === 'gone') return goneTitle;
  if (notice.kind === 'refused') return refusalTitle(notice.status);
  if (notice.kind === 'acknowledge') return `Acknowledge ${notice.stage.name}`;
  if (notice.kind === 'verify' || notice.kind === 'verified') return 'Check a code';
  return notice.kind === 'pin' ? brand : 'Report (PDF)';
}

/** The same for a wrong address, one that ended, and one whose subject is gone. */
function Gone() {
  return (
    <main>
      <h1>{goneTitle}</h1>
      <p>It may be mistyped, or may have ended. Ask the person who sent it to you for a new one.</p>
    </main>
  );
}

/** It reveals nothing of what is behind it. */
function PinForm({ notice: { base, failure } }: Of<'pin'>) {
  const wrong = failure === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'wrong' };
  return (
    <main>
      <h1>Enter the PIN</h1>
      <p>The person who sent you this link also has a six-digit PIN for you.</p>
      <form method="post" action={base}>
        <label htmlFor="pin">PIN</label>
        <input
          id="pin"
          name="pin"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          required
          // biome-ignore lint/a11y/noAutofocus: The page holds this one field.
          autoFocus
          {...wrong}
        />
        {failure !== null && (
          <p id="wrong" className="error" role="alert">
            {failure}
          </p>
        )}
        <button type="submit">Open</button>
      </form>
    </main>
  );
}

function Back({ base }: { base: string }) {
  return (
    <p>
      <a className="back" href={base}>
        Back
      </a>
    </p>
  );
}

function ReportFailed({ notice: { base, problem } }: Of<'reportFailed'>) {
  return (
    <main>
      <h1>The report could not be made</h1>
      {problem !== null && <p>{problem}</p>}
      <p>
        <a href={`${base}/report`} rel="nofollow">
          Try again
        </a>
      </p>
      <Back base={base} />
    </main>
  );
}

function ReportReady({ notice: { base } }: Of<'reportReady'>) {
  return (
    <main>
      <h1>The report is ready</h1>
      <p className="act">
        <a className="button" rel="nofollow" href={`${base}/report/file`}>
          Save report
        </a>
      </p>
      <Back base={base} />
    </main>
  );
}

function progressWords({ state, ahead, done, total }: Of<'reportMaking'>['notice']['progress']): string {
  if (state === 'waiting')
    return ahead > 0 ? `Waiting: ${ahead === 1 ? '1 report' : `${ahead} reports`} ahead` : 'Waiting to start';
  if (state === 'aligning') return `Aligning the pictures: ${done} of ${total === 1 ? '1 pair' : `${total} pairs`}`;
  return total > 0 ? `Picture ${done} of ${total}` : 'Collecting the contents';
}

function ReportMaking({ notice: { base, progress } }: Of<'reportMaking'>) {
  return (
    <main>
      <h1>The report is being made</h1>
      <p role="status">{progressWords(progress)}</p>
      <p className="muted">This page updates by itself.</p>
      <Back base={base} />
    </main>
  );
}

export function Notice({ notice }: { notice: Notice }) {
  switch (notice.kind) {
    case 'gone':
      return <Gone />;
    case 'refused':
      return (
        <main>
          <h1>{refusalTitle(notice.status)}</h1>
          <p>{notice.sentence}</p>
        </main>
      );
    case 'pin':
      return <PinForm notice={notice} />;
    case 'acknowledge':
      return (
        <main>
          <h1>Acknowledge {notice.stage.name}</h1>
          <AcknowledgeForm {...notice} />
          <Back base={notice.base} />
        </main>
      );
    case 'verify':
      return <VerifyForm {...notice} />;
    case 'verified':
      return <Verified {...notice} />;
    case 'reportFailed':
      return <ReportFailed notice={notice} />;
    case 'reportReady':
      return <ReportReady notice={notice} />;
    case 'reportMaking':
      return <ReportMaking notice={notice} />;
  }
}
