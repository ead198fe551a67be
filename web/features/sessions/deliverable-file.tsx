// A deliverable that is one file of the product's own storage: a link that saves it, with its name and size.
import { Download } from 'lucide-react';
import { sessionDeliverable } from '#contract/media.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { QueryErrorLine } from '#web/ui/query-error.tsx';
import { sizeWords, withheldWords } from './deliverable-words.ts';
import { linkChip } from './link-chip.ts';
import type { DeliverableProps } from './stored-deliverable.tsx';

export function DeliverableFile({ session, field, label }: DeliverableProps) {
  const found = useApiQuery(sessionDeliverable, { params: { id: session.id, field } });
  const [file] = found.data?.files ?? [];
  if (file)
    return (
      <a href={file.fileUrl} download className={`${linkChip} hover:border-line-strong`}>
        <span className="wrap-anywhere">
          {label}{' '}
          <span className="text-muted tabular-nums">
            {file.name} · {sizeWords(file)}
          </span>
        </span>
        <Download aria-hidden="true" className="size-3.5 shrink-0 text-faint print:hidden" />
      </a>
    );
  return (
    <span className="inline-block py-1.5 pr-1 text-muted text-sm">
      {label}
      {found.data && `: ${found.data.problem ?? withheldWords(found.data)}`}
      {found.error && !found.data && <QueryErrorLine query={found} />}
    </span>
  );
}
