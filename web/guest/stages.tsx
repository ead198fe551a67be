// The stages on the page of a shared project: where the works stand, what is confirmed, and the form to acknowledge it.
import { formatDate } from '#contract/core/day-words.ts';
import type { GuestStage, GuestStageList, SharedContent } from '#contract/sharing/guest-pages.ts';
import { maxGuestName } from '#contract/stages/mark-words.ts';
import { progressWords } from '#contract/stages/valuation.ts';

type Project = Extract<SharedContent, { kind: 'project' }>;

type FormProps = { base: string; stage: Pick<GuestStage, 'id' | 'name'>; typed?: string; failure?: string };

/** It works without a script, as the form for the PIN does. `failure`: why it was not taken. */
export function AcknowledgeForm({ base, stage: { id }, typed = '', failure }: FormProps) {
  const [field, problem] = [`name-${id}`, `problem-${id}`];
  const wrong = failure === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': problem };
  return (
    <form method="post" action={`${base}/stages/${id}/acknowledge`}>
      <label htmlFor={field}>Your name</label>
      <input
        id={field}
        name="name"
        className="name"
        autoComplete="name"
        maxLength={maxGuestName}
        required
        defaultValue={typed}
        {...wrong}
      />
      {failure !== undefined && (
        <p id={problem} className="error" role="alert">
          {failure}
        </p>
      )}
      <p className="muted">It is saved as you type it, and shown to everyone who sees this stage.</p>
      <button type="submit">Acknowledge</button>
    </form>
  );
}

/** A bar with a part for each stage, as many of them filled as are confirmed. */
function Share({ confirmed, total }: Pick<GuestStageList, 'confirmed' | 'total'>) {
  return (
    <p className="share" aria-hidden="true">
      {Array.from({ length: total }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The page is written once, and never again.
        <i key={nth} className={nth < confirmed.length ? 'done' : undefined} />
      ))}
    </p>
  );
}

function ListProgress({ list: { site, present, next, confirmed, total } }: { list: GuestStageList }) {
  const words = progressWords({ present, next, confirmed: confirmed.length, stages: total });
  return (
    <>
      {site !== null && (
        <h3>
          <bdi>{site}</bdi>
        </h3>
      )}
      <p>
        <bdi>{words}</bdi>
      </p>
      <Share confirmed={confirmed} total={total} />
    </>
  );
}

function Stage({ stage, content: { base, acknowledging } }: { stage: GuestStage; content: Project }) {
  const { id, name, confirmed, acknowledged, isDone } = stage;
  return (
    <li id={`stage-${id}`}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className="muted">
        Confirmed {confirmed.by} on {formatDate(confirmed.on)}
      </p>
      {acknowledged.map(({ by, on }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The page is written once, and never again.
        <p key={at} className="muted">
          Acknowledged {by} on {formatDate(on)}
        </p>
      ))}
      {acknowledging === 'offered' && !isDone && (
        <details>
          <summary>Acknowledge {name}</summary>
          <AcknowledgeForm base={base} stage={stage} />
        </details>
      )}
    </li>
  );
}

export function Stages({ content }: { content: Project }) {
  const { stages, acknowledging } = content;
  const hasConfirmed = stages.some(({ confirmed }) => confirmed.length > 0);
  return (
    <section className="staging">
      <h2>Stages</h2>
      {!hasConfirmed && <p className="muted">No stage is confirmed yet.</p>}
      {stages.map((list) => (
        <div key={list.site}>
          <ListProgress list={list} />
          {list.confirmed.length > 0 && (
            <ul className="stages">
              {list.confirmed.map((stage) => (
                <Stage key={stage.id} stage={stage} content={content} />
              ))}
            </ul>
          )}
        </div>
      ))}
      {hasConfirmed && acknowledging === 'needsPin' && (
        <p className="muted">
          Stages cannot be acknowledged with this link, because it has no PIN. Ask for one with a PIN.
        </p>
      )}
    </section>
  );
}

type PackOf = Extract<Extract<SharedContent, { kind: 'report' }>['report'], { of: 'pack' }>;

/** Where the figures of a lender’s pack lead. */
export function PackStages({ stages }: Pick<PackOf, 'stages'>) {
  return (
    <section>
      <h2>Stages</h2>
      <ul className="stages">
        {stages.map(({ id, name, confirmed }) => (
          <li key={id} id={`stage-${id}`}>
            <strong>{name}</strong>
            <p className="muted">Confirmed to date: {confirmed}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
