// 'Project archive' of a project: making its archive ready, how large it is, what is not in it, and the download.
import { CircleAlert, Download } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { shortDay } from '#contract/core/day-words.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { type HandoverState, handover, type LeftOut, makeHandover } from '#contract/sharing/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button, buttonIconVariants, buttonVariants } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const pollMilliseconds = 1_000;

/** As it is now, also where the dialog was open before; asked again while it is made ready. */
function useHandover(id: number) {
  const found = useApiQuery(handover, { params: { id } });
  const { refetch, data, dataUpdatedAt, errorUpdatedAt } = found;
  // What was read before this dialog opened may be of yesterday.
  const [isFresh, setIsFresh] = useState(false);
  useEffect(() => {
    void refetch().finally(() => setIsFresh(true));
  }, [refetch]);
  const isMaking = data?.state === 'preparing';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer, and each failure, starts the next wait
  useEffect(() => {
    if (!isMaking) return;
    const timer = setTimeout(() => void refetch(), pollMilliseconds);
    return () => clearTimeout(timer);
  }, [isMaking, refetch, dataUpdatedAt, errorUpdatedAt]);
  return { found, state: isFresh ? data : undefined };
}

export function HandoverDialog({ project, ...control }: DialogControl & { project: Project }) {
  const { id } = project;
  const { found, state } = useHandover(id);
  const make = useMutation(makeHandover);
  const start = async () => {
    if (await make.run({ params: { id } })) await found.refetch();
  };
  return (
    <Dialog
      {...control}
      title="Project archive"
      description={project.name}
      footer={
        <>
          <Button onClick={() => control.onOpenChange(false)}>Close</Button>
          {state && <Acts id={id} state={state} isPending={make.isPending} onMake={start} />}
        </>
      }
    >
      {found.error && !state && <QueryError query={found} />}
      {!found.error && !state && <Skeleton className="h-24" />}
      {state && <Body state={state} isLost={found.error !== null} />}
    </Dialog>
  );
}

type ActsProps = { id: number; state: HandoverState; isPending: boolean; onMake: () => void };

function Acts({ id, state: { state, bytes }, isPending, onMake }: ActsProps) {
  if (state === 'preparing') return null;
  if (state !== 'ready' || bytes === null)
    return (
      <Button variant="primary" onClick={onMake} disabled={isPending}>
        Prepare archive
      </Button>
    );
  return (
    <>
      <Button onClick={onMake} disabled={isPending}>
        Prepare again
      </Button>
      <a href={`/api/projects/${id}/handover.zip`} download className={buttonVariants({ variant: 'primary' })}>
        <Download aria-hidden="true" className={buttonIconVariants} />
        Download · {formatSize(bytes)}
      </a>
    </>
  );
}

function Body({ state, isLost }: { state: HandoverState; isLost: boolean }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        Everything released from this project as one ZIP: pictures, videos, documents, records, concerns, stages and
        seals, with pages that open in a browser offline.
      </p>
      {state.state === 'outdated' && (
        <Notice tone="yellow" icon={CircleAlert}>
          What is released has changed since this archive was prepared. Prepare it again.
        </Notice>
      )}
      {state.state === 'preparing' && <Progress state={state} isLost={isLost} />}
      {state.state === 'ready' && <Ready state={state} />}
      <p className="text-muted text-sm">
        {state.originals
          ? 'The originals, with camera positions. Do not pass them on if these should stay private.'
          : 'Camera positions are removed from pictures and videos.'}
      </p>
    </div>
  );
}

function wordsFor({ done, total }: HandoverState, isLost: boolean): string {
  if (isLost) return 'The connection is lost. The archive is still being made ready.';
  return total === 0 ? 'Gathering what was released' : `Reading the files: ${done} of ${total}`;
}

function Progress({ state, isLost }: { state: HandoverState; isLost: boolean }) {
  const label = useId();
  const share = state.total > 0 ? state.done / state.total : 0;
  return (
    <div className="grid gap-3">
      <p id={label} role="status" className="font-medium tabular-nums">
        {wordsFor(state, isLost)}
      </p>
      <progress aria-labelledby={label} value={Math.floor(share * 100)} max={100} className="w-full" />
      <p className="text-muted text-sm">Every file is read once. You can close this and come back.</p>
    </div>
  );
}

function Ready({ state: { files, bytes, visits, leftOut, leftOutCount } }: { state: HandoverState }) {
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {count(files, 'file')} of {count(visits, 'visit')}, {formatSize(bytes ?? 0)}
      </p>
      <p className="text-muted text-sm">An interrupted download can be resumed in your browser for up to a week.</p>
      {leftOutCount > 0 && <LeftOutList leftOut={leftOut} total={leftOutCount} />}
    </div>
  );
}

function LeftOutList({ leftOut, total }: { leftOut: readonly LeftOut[]; total: number }) {
  return (
    <details>
      <summary className="touch-target w-fit cursor-pointer rounded-control text-accent-ink hover:underline">
        Not in it: {count(total, 'file or tab', 'files and tabs')}
      </summary>
      <ul className="grid gap-2">
        {leftOut.map(({ captureDate, site, name, reason }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a visit may have one name
          <li key={nth} className="wrap-anywhere text-sm">
            <span className="font-medium">{name}</span>{' '}
            <span className="text-muted">
              {[shortDay(captureDate), site].filter(Boolean).join(' · ')}: {reason}
            </span>
          </li>
        ))}
      </ul>
      {total > leftOut.length && <p className="mt-2 text-muted text-sm">The archive lists all of them.</p>}
    </details>
  );
}
