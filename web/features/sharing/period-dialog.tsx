// 'Report (PDF)' of a project: from when to when, with the pairs of pictures to choose from, how far it is, and the file.
import { useState } from 'react';
import { shortDay } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { makePeriodReport, maxReportPairs, type PeriodPreview, periodPreview } from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { useDebouncedValue } from '#web/lib/page/use-debounced-value.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { lastPeriodChoice, type PeriodChoice, rememberPeriodChoice, shownPairs, togglePair } from './report-choices.ts';
import { EditionChoice, ReportButtons, ReportProgress, useReport } from './report-parts.tsx';
import { ShareButton, type ShareSubject } from './share-button.tsx';

/** The typed period is read once typing pauses. */
const typingMilliseconds = 400;

type PeriodDialogProps = DialogControl & { project: Project };

const isPeriod = ({ from, to }: PeriodChoice) => from !== '' && to !== '' && from <= to;

export function PeriodDialog({ project, ...control }: PeriodDialogProps) {
  const { actor } = useCurrentUser();
  const [choice, setChoice] = useState(() => lastPeriodChoice(project.id, wholeLife(project)));
  const settled = useDebouncedValue(choice, typingMilliseconds);
  const { from, to } = settled;
  const mayChoose = can.reviewSessions(actor);
  const edition = mayChoose ? settled.edition : 'crew';
  const preview = useApiQuery(
    periodPreview,
    { params: { id: project.id }, query: { from, to, edition } },
    { enabled: isPeriod(settled), keep: true },
  );
  const { state, start, cancel } = useReport(control);
  const make = () => {
    rememberPeriodChoice(project.id, choice);
    const shown = shownPairs(preview.data?.pairs ?? [], choice.without);
    const body = {
      from: choice.from,
      to: choice.to,
      edition: mayChoose ? choice.edition : 'crew',
      viewpoints: shown.map(({ viewpointId }) => viewpointId),
    } as const;
    void start((signal) => call(makePeriodReport, { params: { id: project.id }, body }, { signal }));
  };
  const isSettled = settled === choice && isPeriod(choice) && preview.data !== undefined && !preview.isPlaceholderData;
  return (
    <Dialog
      {...control}
      size="lg"
      title="Report (PDF)"
      description={project.name}
      footer={
        <>
          {state.step !== 'making' && isSettled && preview.data && preview.data.sessionCount > 0 && (
            <ShareButton subject={subjectOf(project, { choice, preview: preview.data })} label="Share report" />
          )}
          <ReportButtons
            state={state}
            onMake={make}
            onCancel={cancel}
            onClose={() => control.onOpenChange(false)}
            disabled={!isSettled || preview.data?.sessionCount === 0}
          />
        </>
      }
    >
      {state.step === 'ready' && (
        <div className="grid gap-5">
          {mayChoose && (
            <EditionChoice value={choice.edition} onChange={(edition) => setChoice({ ...choice, edition })} />
          )}
          <Days choice={choice} onChange={setChoice} />
          {preview.error && <QueryError query={preview} />}
          {isPeriod(settled) && preview.isPending && <Skeleton className="h-40 rounded-control" />}
          {preview.data && !preview.error && <Pairs preview={preview.data} choice={choice} onChange={setChoice} />}
        </div>
      )}
      <ReportProgress state={state} onMake={make} />
    </Dialog>
  );
}

type Chosen = { choice: PeriodChoice; preview: PeriodPreview };

/** All pairs as they were when the link was made; if some were left out, the chosen ones. */
function subjectOf({ id, name }: Project, { choice, preview }: Chosen): ShareSubject {
  const { from, to, without } = choice;
  const shown = shownPairs(preview.pairs, without);
  const viewpoints = shown.map(({ viewpointId }) => viewpointId);
  const report = { of: 'period' as const, from, to, ...(shown.length < preview.pairs.length && { viewpoints }) };
  return { scope: 'report', projectId: id, report, name: `Report of ${shortDay(from)} to ${shortDay(to)}, ${name}` };
}

function wholeLife({ createdAt, lastCaptureDate }: Project): { from: string; to: string } {
  const to = lastCaptureDate ?? createdAt.slice(0, 10);
  // Work is often recorded that was done before the project was entered.
  return { from: `${Number(to.slice(0, 4)) - 1}${to.slice(4, 10).replace('-02-29', '-02-28')}`, to };
}

type ChoiceProps = { choice: PeriodChoice; onChange: (choice: PeriodChoice) => void };

function Days({ choice, onChange }: ChoiceProps) {
  const { from, to } = choice;
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="From">
        <Input type="date" value={from} onChange={(event) => onChange({ ...choice, from: event.target.value })} />
      </Field>
      <Field label="To" error={isTurned ? 'The period ends before it begins' : undefined}>
        <Input type="date" value={to} onChange={(event) => onChange({ ...choice, to: event.target.value })} />
      </Field>
    </div>
  );
}

function Pairs({ preview, choice, onChange }: ChoiceProps & { preview: PeriodPreview }) {
  const { pairs } = preview;
  const shown = shownPairs(pairs, choice.without);
  const isShown = (id: number) => shown.some(({ viewpointId }) => viewpointId === id);
  const isFull = shown.length === maxReportPairs;
  return (
    <section className="grid gap-3" aria-label="What the report shows">
      <p role="status" className="tabular-nums">
        {preview.sessionCount === 0
          ? 'No visits in this period: choose another one.'
          : `${count(preview.sessionCount, 'visit')}, ${count(shown.length, 'pair')} of pictures before and after`}
      </p>
      {preview.sessionCount > 0 && pairs.length === 0 && (
        <p className="text-muted text-sm">
          No viewpoint has two pictures in this period, so there is nothing to compare.
        </p>
      )}
      {pairs.length > maxReportPairs && (
        <p className="text-muted text-sm">A report holds {maxReportPairs} pairs: leave one out to take another.</p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {pairs.map(({ viewpointId, name, before, after }) => (
          <li key={viewpointId} className="grid min-w-0 content-start gap-1.5">
            <div className="grid grid-cols-2 gap-1">
              <Picture alt={`${name}, before`} small={before.thumbnailUrl} ratio="3/2" className="rounded-control" />
              <Picture alt={`${name}, after`} small={after.thumbnailUrl} ratio="3/2" className="rounded-control" />
            </div>
            <Checkbox
              label={name}
              hint={`${shortDay(before.captureDate)} and ${shortDay(after.captureDate)}`}
              checked={isShown(viewpointId)}
              disabled={isFull && !isShown(viewpointId)}
              onChange={() => onChange({ ...choice, without: togglePair(pairs, choice.without, viewpointId) })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
