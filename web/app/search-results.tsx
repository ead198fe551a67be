// The results of a search, with the words that matched marked.
import { Link } from 'wouter';
import type { SearchResult } from '#contract/dashboard.ts';
import { allResultsPath, SearchHit } from '#web/features/search/search-hit.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { QueryError } from '#web/ui/query-error.tsx';
import { SkeletonList, SkeletonText } from '#web/ui/skeleton.tsx';
import type { SearchState } from './use-search.ts';

export function SearchResults({ searching }: { searching: SearchState }) {
  const { id, query, request, results, total, active, pick, leave } = searching;
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
      {total > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-2.5 text-muted text-sm">
          {results.length < total && (
            <p>
              Showing first {results.length} of {formatNumber(total)} results
            </p>
          )}
          <Link
            href={allResultsPath(query)}
            onClick={leave}
            className="touch-target ml-auto inline-flex items-center rounded-control font-medium text-accent-ink hover:underline"
          >
            All results
          </Link>
        </div>
      )}
    </>
  );
}

type OptionProps = { id: string; result: SearchResult; query: string; active: boolean; onPick: () => void };

function Option({ id, result, query, active, onPick }: OptionProps) {
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
      <SearchHit result={result} query={query} />
    </div>
  );
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
