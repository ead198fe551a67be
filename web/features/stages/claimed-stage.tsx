// On the review desk: the stage that a session was claimed for, with its criteria to look for, and after the release the way to mark it.
import { ListChecks } from 'lucide-react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Stage, stages } from '#contract/stages/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { giverWords, stagePath } from './stage-words.ts';

export function ClaimedStage({ session }: { session: Pick<Session, 'id' | 'projectId' | 'released'> }) {
  const { data } = useApiQuery(stages, { params: { id: session.projectId }, query: { limit: 500 } });
  const claimed = data?.rows.filter(({ claimed, dropped }) => !dropped && claimed?.session?.id === session.id) ?? [];
  return claimed.map((stage) => <OneStage key={stage.id} stage={stage} isReleased={session.released} />);
}

function OneStage({ stage, isReleased }: { stage: Stage; isReleased: boolean }) {
  const { name, claimed, criteria, asks } = stage;
  return (
    <section aria-label={`Claimed: ${name}`} className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="wrap-anywhere font-semibold">Claimed: {name}</h3>
      {claimed && (
        <p className="wrap-anywhere text-muted text-sm">
          by {giverWords(claimed)}
          {claimed.note && `: ${claimed.note}`}
        </p>
      )}
      <ul className="grid list-disc gap-1 pl-5">
        {criteria.map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {isReleased && (
        <LinkButton href={stagePath(stage)} icon={ListChecks} size="sm">
          {asks?.kind === 'seen' ? 'Mark as seen' : 'Open the stage'}
        </LinkButton>
      )}
      {!isReleased && (
        <p className="text-muted text-sm">Once the session is released, the stage can be marked as seen.</p>
      )}
    </section>
  );
}
