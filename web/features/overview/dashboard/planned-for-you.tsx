// 'Planned for you' on the photographer's dashboard: the visits that they, or anybody of the crew, are to make next.
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import type { PlannedVisit } from '#contract/planned-visits/endpoints.ts';
import { VisitStateBadge } from '#web/features/planned-visits/visit-state.tsx';
import { placeWords, visitName } from '#web/features/planned-visits/visit-words.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadMore } from '#web/ui/lists/infinite-list.tsx';
import { Section, SectionRows } from './section.tsx';

type PlannedForYouProps = {
  list: ComponentProps<typeof LoadMore>['list'] & { data: { rows: PlannedVisit[]; total: number } };
  onSubmit: (visit: PlannedVisit) => void;
};

export function PlannedForYou({ list, onSubmit }: PlannedForYouProps) {
  const { rows, total } = list.data;
  return (
    <Section title="Planned for you">
      <SectionRows rows={rows}>{(visit) => <VisitRow visit={visit} onSubmit={() => onSubmit(visit)} />}</SectionRows>
      {list.hasNextPage && (
        <div className="border-line border-t px-4 pb-3 sm:px-5">
          <LoadMore list={list} moreLabel={`Show more of ${count(total, 'visit')}`} />
        </div>
      )}
    </Section>
  );
}

function VisitRow({ visit, onSubmit }: { visit: PlannedVisit; onSubmit: () => void }) {
  const { day, state, projectId, projectName, photographer, note } = visit;
  return (
    <div className="grid gap-1.5 px-4 py-3 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums">{formatDate(day)}</span>
        <VisitStateBadge state={state} />
      </p>
      <p className="wrap-anywhere">
        <Link href={`/projects/${projectId}`} className="touch-target hover:underline">
          {projectName}
        </Link>
        <span className="text-muted">
          {' '}
          · {placeWords(visit)}
          {photographer === null && ' · any photographer of the project'}
        </span>
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{note}</p>}
      <Button size="sm" icon={Plus} className="justify-self-start" onClick={onSubmit}>
        Submit session<span className="sr-only"> for {visitName(visit)}</span>
      </Button>
    </div>
  );
}
