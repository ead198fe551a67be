// In the form of a session: which viewpoints of the site its links cover, as far as the names of their files tell.
import { Crosshair, TriangleAlert } from 'lucide-react';
import { coverageSentence } from '#web/features/viewpoints/coverage.ts';
import { Notice } from '#web/ui/notice.tsx';
import { coveredByAny } from './covered-by-any.ts';
import { useLinkChecks } from './link-check.ts';
import type { SessionDraft } from './session-draft.ts';

/** It warns and keeps nobody from submitting. */
export function FormCoverage({ values }: { values: SessionDraft }) {
  const viewpoints = coveredByAny(useLinkChecks(values).map(({ coverage }) => coverage ?? []));
  const sentence = coverageSentence(viewpoints);
  if (!sentence) return null;
  const isMissing = viewpoints.some(({ isCovered }) => !isCovered);
  return (
    <Notice tone={isMissing ? 'yellow' : 'grey'} icon={isMissing ? TriangleAlert : Crosshair} role="status">
      <span className="tabular-nums">{sentence}</span>
      {isMissing && (
        <span className="block text-sm">By the names of the files. Others may be found once they are looked at.</span>
      )}
    </Notice>
  );
}
