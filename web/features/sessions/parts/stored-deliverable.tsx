// A deliverable in the product's own storage: a folder opens a list of its files, one file is a link that saves it.
import { Download, FolderOpen } from 'lucide-react';
import type { DeliverableField } from '#contract/core/session-fields.ts';
import { sessionDeliverable } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { problemWords, sizeWords, withheldWords } from './deliverable-words.ts';

const DeliverableDialog = lazyDialog(() => import('./deliverable-dialog.tsx'), 'DeliverableDialog');

export type DeliverableProps = { session: Session; field: DeliverableField; label: string };

type ChipProps = DeliverableProps & { className: string };

export function StoredDeliverable(props: ChipProps) {
  const isFolder = props.session[props.field]?.startsWith('/media/folders/');
  return isFolder ? <FolderChip {...props} /> : <FileLink {...props} />;
}

function FolderChip({ className, ...props }: ChipProps) {
  const { open, dialogs } = useDialogs({ files: (control) => <DeliverableDialog {...control} {...props} /> });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={DeliverableDialog.preload}
        onClick={() => open('files')}
      >
        {props.label}
        <FolderOpen aria-hidden="true" className="size-3.5 shrink-0 text-faint print:hidden" />
      </button>
      {dialogs}
    </>
  );
}

function FileLink({ session, field, label, className }: ChipProps) {
  const found = useApiQuery(sessionDeliverable, { params: { id: session.id, field } });
  const [file] = found.data?.files ?? [];
  if (file)
    return (
      <>
        <a href={file.fileUrl} download className={className}>
          <span className="wrap-anywhere">
            {label}{' '}
            <span className="text-muted tabular-nums">
              {file.name} · {sizeWords(file)}
            </span>
          </span>
          <Download aria-hidden="true" className="size-3.5 shrink-0 text-faint print:hidden" />
        </a>
        {file.problem !== undefined && <p className="wrap-anywhere text-muted text-sm">{problemWords(file)}</p>}
      </>
    );
  return (
    <span className="inline-block py-1.5 pr-1 text-muted text-sm">
      {label}
      {found.data && `: ${found.data.problem ?? withheldWords(found.data)}`}
      {found.error && !found.data && <QueryErrorLine query={found} />}
    </span>
  );
}
