// 'Lender’s pack' of a project: the packs that were made, and making one of a period.
import { useState } from 'react';
import { calendarDay } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import { getProject, type Project } from '#contract/projects/endpoints.ts';
import { makePack, packs } from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PackList } from './pack-list.tsx';
import { ReportButtons, ReportProgress, useReport } from './report-parts.tsx';

type PackPeriod = { from: string; to: string };

/** Lenders pay by the month: from its first day until today. */
function thisMonth(timeZone: string | null): PackPeriod {
  const today = calendarDay(Date.now(), timeZone ?? undefined);
  return { from: `${today.slice(0, 8)}01`, to: today };
}

const isPeriod = ({ from, to }: PackPeriod) => from !== '' && to !== '' && from <= to;

export type PackedProject = Pick<Project, 'id' | 'name'>;

export function PackDialog({ project, ...control }: DialogControl & { project: PackedProject }) {
  const { actor } = useCurrentUser();
  const timeZone = useTimeZone();
  const list = useInfiniteList(packs, { params: { id: project.id } });
  const [period, setPeriod] = useState(() => thisMonth(timeZone));
  const { state, start, cancel, reset } = useReport(control);
  const standing = useApiQuery(getProject, { params: { id: project.id } }).data?.standing;
  const mayMake = standing !== undefined && can.makePack(actor, standing);
  const make = () => {
    void start(async (signal) => {
      const { report } = await call(makePack, { params: { id: project.id }, body: period }, { signal });
      void list.refetch();
      return report;
    });
  };
  return (
    <Dialog
      {...control}
      title="Lender’s pack"
      description={project.name}
      footer={
        mayMake ? (
          <ReportButtons
            what="pack"
            state={state}
            onMake={make}
            onCancel={cancel}
            onClose={() => control.onOpenChange(false)}
            disabled={!isPeriod(period)}
          />
        ) : (
          <Button onClick={() => control.onOpenChange(false)}>Close</Button>
        )
      }
    >
      <div className="grid gap-5">
        {mayMake && state.step === 'ready' && <Period period={period} onChange={setPeriod} />}
        <ReportProgress what="pack" state={state} onMake={make} />
        {state.step === 'made' && (
          <Button size="sm" className="justify-self-start" onClick={reset}>
            Another period
          </Button>
        )}
        <PackList list={list} project={project} />
      </div>
    </Dialog>
  );
}

function Period({ period, onChange }: { period: PackPeriod; onChange: (period: PackPeriod) => void }) {
  const { from, to } = period;
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        The progress of the stages in a period, with the pictures that show them, who confirmed them, and the concerns
        waiting for an answer. A pack is numbered and never changes.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From">
          <Input type="date" value={from} onChange={(event) => onChange({ ...period, from: event.target.value })} />
        </Field>
        <Field label="To" error={isTurned ? 'The period ends before it begins' : undefined}>
          <Input type="date" value={to} onChange={(event) => onChange({ ...period, to: event.target.value })} />
        </Field>
      </div>
    </div>
  );
}
