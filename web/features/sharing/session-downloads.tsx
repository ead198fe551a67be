// What can be taken away of a session: its report, and its pictures as one ZIP.
import { FileText, FolderDown } from 'lucide-react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { pictureDownload } from '#contract/sharing/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatNumber, formatSize } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { bytesOf } from './picture-sizes.ts';

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'), 'ReportDialog');
const PicturesDialog = lazyDialog(() => import('./pictures-dialog.tsx'), 'PicturesDialog');

export function SessionDownloads({ session }: { session: Session }) {
  const found = useApiQuery(pictureDownload, { params: { id: session.id } });
  const { open, dialogs } = useDialogs({
    report: (control) => <ReportDialog {...control} session={session} />,
    pictures: (control) => <PicturesDialog {...control} session={session} />,
  });
  const pictures = found.data?.pictures ?? [];
  return (
    <Card padded as="section" className="grid justify-items-start gap-3 print:hidden">
      <h2 className="font-semibold">Downloads</h2>
      <Button icon={FileText} onClick={() => open('report')}>
        Report (PDF)
      </Button>
      {pictures.length > 0 && (
        <Button icon={FolderDown} onClick={() => open('pictures')}>
          Download pictures ({formatNumber(pictures.length)}, up to {formatSize(bytesOf(pictures, 'full'))})
        </Button>
      )}
      {dialogs}
    </Card>
  );
}
