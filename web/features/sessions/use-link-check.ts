// Asking the server about a pasted link, once it has stood still and a project is chosen.
import { useQuery } from '@tanstack/react-query';
import { checkLink, type LinkCheck, type MediaKind } from '#contract/media.ts';
import { queryOptionsFor } from '#web/lib/queries.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { checkedLinkLabel, isLink, type LinkLabel, linkLabel } from './link-labels.ts';

/** Long enough to stay quiet while somebody types, short enough after a paste. */
const debounceMilliseconds = 600;
/** Less than the addresses of the pictures live. */
const staleMilliseconds = 5 * 60_000;

/** Null while there is nothing to say. A check that is refused or fails says nothing: the form can be saved all the same. */
export function useLinkCheck(value: string, where: { projectId: string; kind: MediaKind }) {
  const url = useDebouncedValue(value.trim(), debounceMilliseconds);
  const asks = isLink(url) && where.projectId !== '';
  const body = { projectId: Number(where.projectId), kind: where.kind, url };
  const { data, isFetching } = useQuery({
    ...queryOptionsFor(checkLink, { body }),
    enabled: asks,
    staleTime: staleMilliseconds,
  });
  return { info: toLinkLabel(url, asks ? data : undefined), checking: asks && isFetching && !data };
}

function toLinkLabel(url: string, checked: LinkCheck | undefined): LinkLabel | null {
  if (!isLink(url)) return null;
  return checked ? checkedLinkLabel(url, checked) : linkLabel(url);
}
