// In the form of a session: how far its links are looked at, and which viewpoints of the site they cover by the names of their files.
import { Crosshair, TriangleAlert } from 'lucide-react';
import { coverageSentence } from '#web/features/viewpoints/coverage.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { coveredByAny } from './covered-by-any.ts';
import { useLinkChecks } from './link-check.ts';
import { linkProgress } from './link-progress.ts';
import type { SessionDraft } from './session-draft.ts';

/** It warns and keeps nobody from submitting. */
export function FormCoverage({ values }: { values: SessionDraft }) {
  const checks = useLinkChecks(values);
  const progress = linkProgress(checks);
  return (
    <>
      {progress && <p className="text-muted text-sm tabular-nums">{progress}</p>}
      <Covered viewpoints={coveredByAny(checks.map((each) => each?.coverage ?? []))} />
    </>
  );
}

function Covered({ viewpoints }: { viewpoints: ReturnType<typeof coveredByAny> }) {
  const sentence = coverageSentence(viewpoints);
  if (!sentence) return null;
  const isMissing = viewpoints.some(({ isCovered }) => !isCovered);
  return (
    <Notice tone={isMissing ? 'yellow' : 'grey'} icon={isMissing ? TriangleAlert : Crosshair} role="status">
      <span className="tabular-nums">{sentence}</span>
      {isMissing && (
        <span className="block text-sm">Matched by file name. More may be found once the pictures are analysed.</span>
      )}
    </Notice>
  );
}
