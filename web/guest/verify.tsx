// The page on which anybody checks a code that a report, pack or digest printed.
import { formatDate } from '#contract/core/day-words.ts';
import type { SealState, VerifiedChain, VerifiedRelease } from '#contract/evidence/endpoints.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';

/** By script only: files are hashed where they are. `code`: they are compared with its release, and nothing is asked of the server. */
function DropFiles({ code }: { code: string | null }) {
  return (
    <>
      <section className="drop" data-code={code ?? undefined} hidden>
        <h2>Check files</h2>
        <p>
          Choose pictures, videos or a ZIP, or drop them or a folder here. They stay on this device:{' '}
          {code === null ? 'only their hashes are sent.' : 'they are compared here with the release of this code.'}
        </p>
        <label htmlFor="files">Files or a ZIP</label>
        <input id="files" type="file" multiple />
        <p role="status" />
        <progress aria-label="Reading" hidden />
        <div className="acts" />
        <div className="findings" />
      </section>
      <script type="module" src="/verify/page.js" />
    </>
  );
}

export function VerifyForm({ typed, failure }: { typed: string; failure: string | null }) {
  const wrong = failure === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'wrong' };
  return (
    <main>
      <h1>Check a code</h1>
      <p>
        Reports, packs and digests print the code of a seal. It shows what had been released of a project by then.
        <noscript> Without JavaScript, only codes can be checked here, not files.</noscript>
      </p>
      <form method="get" action="/verify">
        <label htmlFor="code">Code</label>
        <input
          id="code"
          name="code"
          className="name"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          defaultValue={typed}
          required
          {...wrong}
        />
        {failure !== null && (
          <p id="wrong" className="error" role="alert">
            {failure}
          </p>
        )}
        <button type="submit">Check</button>
      </form>
      <DropFiles code={null} />
    </main>
  );
}

const stateWords: Record<SealState, string> = {
  current: 'Still released as sealed',
  corrected: 'Corrected since: replaced by a later release',
  takenBack: 'Taken back since',
};

function filesOf({ files, unsealed, filesTakenBack }: VerifiedRelease): string {
  const parts = [`${count(files, 'file')} sealed`];
  if (unsealed > 0) parts.push(`${formatNumber(unsealed)} not sealed`);
  if (filesTakenBack > 0) parts.push(`${count(filesTakenBack, 'file')} taken back since`);
  return parts.join(', ');
}

function Release({ release }: { release: VerifiedRelease }) {
  const { number, code, captureDate, releasedOn, state, manifest, signature, keyId, stamp } = release;
  return (
    <li className="seal">
      <h3>
        No. {number}: visit of {formatDate(captureDate)}, released on {formatDate(releasedOn)}
      </h3>
      <p>{stateWords[state]}.</p>
      <p>{filesOf(release)}.</p>
      <details>
        <summary>Hash and signature</summary>
        <p>
          Code <code>{code}</code>
        </p>
        <p>
          SHA-256 of the manifest <code>{manifest}</code>
        </p>
        <p>
          Signature by key {keyId} <code>{signature}</code>
        </p>
        <p>
          <a href={`/api/verify/${code}/seal`} download rel="nofollow">
            Save the signed manifest of no. {number}
          </a>
        </p>
        {stamp && (
          <p>
            Stamped by {stamp.host} on {formatDate(stamp.day)}:{' '}
            <a href={`/api/verify/${code}/stamp`} download rel="nofollow">
              Save the time stamp of no. {number}
            </a>
          </p>
        )}
      </details>
    </li>
  );
}

export function Verified({ chain }: { chain: VerifiedChain }) {
  const { project, number, code, intact, since, releases } = chain;
  return (
    <main>
      <h1>{project ?? 'A removed project'}</h1>
      <p>
        Code <code>{code}</code> is the seal of release no. {number} of this project.
      </p>
      <p role="status">
        {intact
          ? 'The releases below are signed, and each names the one before it: this is consistent with what was sealed.'
          : 'The releases below do not fit together. Ask the company what happened to its records.'}
      </p>
      <p>{since === 0 ? 'Nothing has been sealed since.' : `${count(since, 'release')} sealed since.`}</p>
      <DropFiles code={code} />
      <h2>Releases up to this code</h2>
      <ul className="seals">
        {releases.map((release) => (
          <Release key={release.number} release={release} />
        ))}
      </ul>
      {number > releases.length && <p className="muted">Earlier releases have codes of their own.</p>}
      <p>
        <a className="back" href="/verify">
          Check another code
        </a>
      </p>
    </main>
  );
}
