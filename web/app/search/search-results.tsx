// The results of a search, with the words that matched marked.
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { type SearchGroups, searchGroups } from '#contract/overview/endpoints.ts';
import { foundGroups, groupPaths } from '#web/features/overview/search/found-groups.tsx';
import { allResultsPath, SearchHit } from '#web/features/overview/search/search-hit.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { resultPath } from '#web/lib/routing/result-path.ts';
import { SkeletonList, SkeletonText } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import type { SearchState } from './use-search.ts';

/** Of each group. */
const groupRows = 3;

/** What is found beside the hits; the field learns where its rows lead, to walk through them too. */
function useGroups({ query, setBeside }: SearchState): SearchGroups | undefined {
  const { data, isPlaceholderData } = useApiQuery(
    searchGroups,
    { query: { q: query, limit: groupRows } },
    { keep: true },
  );
  const groups = isPlaceholderData ? undefined : data;
  useEffect(() => {
    setBeside(groups ? groupPaths(groups) : []);
    return () => setBeside([]);
  }, [groups, setBeside]);
  return groups;
}

export function SearchResults({ searching }: { searching: SearchState }) {
  const { id, query, request, results, rows, total, active, pick, leave } = searching;
  const groups = useGroups(searching);
  if (request.error) return <QueryError query={request} />;
  if (request.isPending)
    return (
      <SkeletonList count={3} className="flex flex-col gap-5 p-4">
        <SkeletonText />
      </SkeletonList>
    );
  const optionProps = (at: number, path: string) => ({
    id: `${id}-${at}`,
    active: at === active,
    onPick: () => pick(path),
  });
  let at = 0;
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
        className="min-h-0 flex-auto overflow-y-auto p-1.5 empty:hidden"
      >
        {results.map((result) => (
          <Option key={`${result.type} ${result.id}`} {...optionProps(at++, resultPath(result))}>
            <SearchHit result={result} query={query} />
          </Option>
        ))}
        {groups &&
          foundGroups(groups, query).map(({ title, total: all, rows: found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div
              key={title}
              role="group"
              aria-label={title}
              className="mt-1 border-line border-t pt-1 first:mt-0 first:border-0"
            >
              <p aria-hidden="true" className="px-2.5 py-1.5 font-medium text-muted text-sm">
                {title} ({formatNumber(all)})
              </p>
              {found.map(({ key, path, shown }) => (
                <Option key={key} {...optionProps(at++, path)}>
                  {shown}
                </Option>
              ))}
            </div>
          ))}
      </div>
      {rows > 0 && (
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

type OptionProps = { id: string; active: boolean; onPick: () => void; children: ReactNode };

function Option({ id, active, onPick, children }: OptionProps) {
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
      {children}
    </div>
  );
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
