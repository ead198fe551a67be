// Ids of files from before they were sealed: drafts that hold one, and addresses that name one, are brought up to date.
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { sealedId } from '#contract/media/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import { renewDrafts } from './drafts.ts';

const beginning = 'local:';
/** In the text of a draft, whose quotes within words are escaped; and at the end of its name. */
const inText = /"(item|file)":("local:(?:[^"\\]|\\.)*")/g;
const inName = /local:.*$/s;
const inAddress = ['item', 'leftItem', 'rightItem'];

type Seal = (id: string) => Promise<string>;
const sealByServer: Seal = async (item) => (await call(sealedId, { query: { item } })).item;

/** What is kept of a draft: its text, or its name. */
export async function renewedDraft(kept: string, seal: Seal = sealByServer): Promise<string> {
  if (!kept.includes(beginning)) return kept;
  let renewed = kept;
  for (const [whole, name, id = ''] of kept.matchAll(inText))
    renewed = renewed.replace(whole, `"${name}":${JSON.stringify(await seal(JSON.parse(id)))}`);
  const [named] = kept.startsWith('{') ? [] : (inName.exec(kept) ?? []);
  return named === undefined ? renewed : renewed.slice(0, -named.length) + (await seal(named));
}

/** The query of an address, without its question mark. */
export async function renewedSearch(search: string, seal: Seal = sealByServer): Promise<string> {
  const asked = new URLSearchParams(search);
  const old = inAddress.filter((name) => asked.get(name)?.startsWith(beginning));
  for (const name of old) asked.set(name, await seal(asked.get(name) ?? ''));
  return old.length === 0 ? search : asked.toString();
}

/** Where the server does not answer they stay good for it; the next visit tries again. */
export function useRenewedFileIds(): void {
  const { id } = useCurrentUser().person;
  const search = useSearch();
  useEffect(() => {
    renewDrafts(id, renewedDraft).catch(() => undefined);
  }, [id]);
  useEffect(() => {
    const { pathname } = location;
    renewedSearch(search).then(
      (renewed) => {
        const isHere = location.pathname === pathname && location.search.replace(/^\?/, '') === search;
        if (isHere && renewed !== search) navigate(`${pathname}?${renewed}`, { replace: true });
      },
      () => undefined,
    );
  }, [search]);
}
