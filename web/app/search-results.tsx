// The results of a search, with the words that matched marked.
import { Camera, FolderKanban } from 'lucide-react';
import type { SearchResult } from '#contract/dashboard.ts';
import { classNames } from '#web/lib/class-names.ts';
import { count, formatDate, formatNumber } from '#web/lib/format.ts';
import { Highlight } from '#web/ui/highlight.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { SkeletonList, SkeletonText } from '#web/ui/skeleton.tsx';
import { ProjectStatus, SessionStatus } from '#web/ui/status-badge.tsx';
import type { SearchState } from './use-search.ts';

export function SearchResults({ searching }: { searching: SearchState }) {
  const { id, query, request, results, total, active, pick } = searching;
  if (request.error) return <QueryError query={request} />;
  if (request.isPending)
    return (
      <SkeletonList count={3} className="flex flex-col gap-5 p-4">
        <SkeletonText />
      </SkeletonList>
    );
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 font-medium text-muted text-sm">
        Search Results ({formatNumber(total)})
      </p>
      <span role="status" className="sr-only">
        {count(total, 'result')}
      </span>
      {total === 0 && <p className="px-4 py-8 text-center text-muted">No results found for "{query}"</p>}
      <div
        id={id}
        role="listbox"
        aria-label="Search results"
        className="min-h-0 flex-1 overflow-y-auto p-1.5 empty:hidden"
      >
        {results.map((result, at) => (
          <Option
            key={`${result.type} ${result.id}`}
            id={`${id}-${at}`}
            result={result}
            query={query}
            active={at === active}
            onPick={() => pick(result)}
          />
        ))}
      </div>
      {results.length < total && (
        <p className="border-line border-t px-4 py-2.5 text-center text-muted text-sm">
          Showing first {results.length} of {formatNumber(total)} results
        </p>
      )}
    </>
  );
}

type OptionProps = { id: string; result: SearchResult; query: string; active: boolean; onPick: () => void };

function Option({ id, result, query, active, onPick }: OptionProps) {
  const isProject = result.type === 'project';
  const Icon = isProject ? FolderKanban : Camera;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys of all options.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
    <div
      id={id}
      role="option"
      aria-selected={active}
      ref={active ? reveal : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={classNames(
        'touch-target flex cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 hover:bg-sunken',
        active && 'bg-sunken',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <Highlight text={result.title} query={query} />
        </span>
        <span className="block truncate text-muted text-sm">
          <Highlight text={withReadableDay(result.subtitle)} query={query} />
        </span>
      </span>
      {isProject ? <ProjectStatus status={result.status} /> : <SessionStatus status={result.status} />}
    </div>
  );
}

/** The server names a session’s day as it is stored; people read 'November 19, 2026' (behaviour §10.4). */
function withReadableDay(subtitle: string): string {
  return subtitle.replace(/\b\d{4}-\d\d-\d\d\b/, formatDate);
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
