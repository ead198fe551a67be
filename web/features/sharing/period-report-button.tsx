// 'Report (PDF)' on a project's page.
import { FileText } from 'lucide-react';
import type { Project } from '#contract/projects/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';

const PeriodDialog = lazyDialog(() => import('./period-dialog.tsx'), 'PeriodDialog');

export function PeriodReportButton({ project }: { project: Project }) {
  const { open, dialogs } = useDialogs({ report: (control) => <PeriodDialog {...control} project={project} /> });
  if (project.sessionCount === 0) return null;
  return (
    <>
      <Button icon={FileText} onClick={() => open('report')}>
        Report (PDF)
      </Button>
      {dialogs}
    </>
  );
}
