// Concerns with their answers and stages with their marks, as an archive says them.
import { formatDate } from '#contract/core/day-words.ts';
import type { HandedConcern, HandedStage, HandoverContent } from '#contract/sharing/handover-pages.ts';

function Concern({ concern: { id, heading, raised, text, answers } }: { concern: HandedConcern }) {
  return (
    <li id={`concern-${id}`}>
      <h2>{heading}</h2>
      <p className="muted">{raised}</p>
      <p className="notes">{text}</p>
      {answers.map((answer, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers never change places
        <blockquote key={nth}>
          <p className="muted">{answer.head}</p>
          <p className="notes">{answer.text}</p>
        </blockquote>
      ))}
    </li>
  );
}

export function Concerns({ content: { concerns } }: { content: Extract<HandoverContent, { kind: 'concerns' }> }) {
  return (
    <main>
      <h1>Concerns</h1>
      {concerns.length === 0 && <p className="muted">No concerns were raised about these visits.</p>}
      <ul className="lines">
        {concerns.map((concern) => (
          <Concern key={concern.id} concern={concern} />
        ))}
      </ul>
    </main>
  );
}

function Stage({ stage: { name, plannedOn, dropped, criteria, marks } }: { stage: HandedStage }) {
  return (
    <li>
      <h3>{dropped ? `${name} (dropped)` : name}</h3>
      {plannedOn && <p className="muted">Planned for {formatDate(plannedOn)}</p>}
      <ul>
        {criteria.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {marks.length === 0 && <p className="muted">Not marked yet.</p>}
      {marks.map((mark, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks never change places
        <p key={nth}>{mark}</p>
      ))}
    </li>
  );
}

export function StageLists({ content: { lists } }: { content: Extract<HandoverContent, { kind: 'stages' }> }) {
  return (
    <main>
      <h1>Stages</h1>
      {lists.length === 0 && <p className="muted">This project has no stages.</p>}
      {lists.map(({ site, stages }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lists never change places
        <section key={nth}>
          <h2>{site ?? 'The whole project'}</h2>
          <ul className="lines">
            {stages.map((stage, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two stages may have one name
              <Stage key={at} stage={stage} />
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
