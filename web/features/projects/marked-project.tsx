// The project that a link to the list points at, fetched where the first rows do not hold it.
import type { ReactNode } from 'react';
import { getProject, type Project } from '#contract/projects/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { MarkedPlace } from '#web/lib/page/use-marked.ts';
import { MarkedRow } from '#web/ui/lists/marked-row.tsx';

type MarkedProjectProps = {
  id: number;
  place: MarkedPlace;
  onHide: () => void;
  children: (project: Project) => ReactNode;
};

export function MarkedProject({ id, place, onHide, children }: MarkedProjectProps) {
  const found = useApiQuery(getProject, { params: { id } }, { enabled: place === 'apart' });
  return (
    <MarkedRow what="project" id={id} place={place} query={found} onHide={onHide}>
      {found.data && children(found.data)}
    </MarkedRow>
  );
}
