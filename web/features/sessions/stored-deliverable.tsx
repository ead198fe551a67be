// A deliverable in the product's own storage: a folder opens a list of its files, one file is a link that saves it.
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { DeliverableField } from '#contract/session-fields.ts';
import type { Session } from '#contract/sessions.ts';
import { lazyComponent, lazyDialog, showLoadError } from '#web/lib/lazy-component.tsx';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { linkChip } from './link-chip.ts';

const DeliverableDialog = lazyDialog(() => import('./deliverable-dialog.tsx'), 'DeliverableDialog');
const fileLink = lazyComponent(() => import('./deliverable-file.tsx').then(({ DeliverableFile }) => DeliverableFile));

export type DeliverableProps = { session: Session; field: DeliverableField; label: string };

export function StoredDeliverable(props: DeliverableProps) {
  const isFolder = props.session[props.field]?.startsWith('/media/folders/');
  return isFolder ? <FolderChip {...props} /> : <FileChip {...props} />;
}

function FolderChip(props: DeliverableProps) {
  const { open, dialogs } = useDialogs({ files: (control) => <DeliverableDialog {...control} {...props} /> });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${linkChip} hover:border-line-strong`}
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

/** Its name stands there at once; where the rest could not be loaded a click tries again. */
function FileChip(props: DeliverableProps) {
  const [loading, setLoading] = useState<'first' | 'failed' | 'again'>('first');
  const File = fileLink.useWhen(loading !== 'failed', () => {
    if (loading === 'again') showLoadError();
    setLoading('failed');
  });
  if (File) return <File {...props} />;
  return (
    <button type="button" disabled={loading !== 'failed'} className={linkChip} onClick={() => setLoading('again')}>
      {props.label}
    </button>
  );
}
