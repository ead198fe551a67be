// Claims about ids of files from before they were sealed, in drafts and in addresses.
import { beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, onRecovered, readDraft, renewDrafts } from './drafts.ts';
import { renewedDraft, renewedSearch } from './old-file-ids.ts';

const seal = async (id: string) => `file:${id.length}`;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  // As the browser's: what is kept are the object's own keys.
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const ownKeys = () => [...stored.keys()];
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true });
  vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys, getOwnPropertyDescriptor }));
  return () => vi.unstubAllGlobals();
});

test('a draft from before ids were sealed keeps its words and is about the same picture, and its days go on', async () => {
  const flag = { mediaKind: 'drone', item: 'local:tower/a "b" 1.jpg', name: '1.jpg', note: 'local: "item":"local:x"' };
  keepDraft(71, 'reject 4 flags', { values: [flag] });
  keepDraft(71, 'take back 4 local:tower/a b/2.jpg', { values: { reason: 'A face' } });
  keepDraft(71, 'concern 4', { values: { reason: 'local: of here' } });
  keepDraft(81, 'reject 4 flags', { values: [flag] });
  const at = JSON.parse(stored.get('topout-draft 71 reject 4 flags') ?? '').at;
  const listener = vi.fn();
  const stop = onRecovered(listener);
  await renewDrafts(71, (kept) => renewedDraft(kept, seal));
  stop();
  expect(readDraft(71, 'reject 4 flags')).toEqual({ values: [{ ...flag, item: `file:${flag.item.length}` }], at });
  expect(readDraft(71, 'take back 4 file:21')).toMatchObject({ values: { reason: 'A face' } });
  expect(readDraft(71, 'take back 4 local:tower/a b/2.jpg')).toBeUndefined();
  expect(readDraft(71, 'concern 4')).toMatchObject({ values: { reason: 'local: of here' } });
  expect(readDraft(81, 'reject 4 flags')).toMatchObject({ values: [flag] });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a draft stays as it is where nobody answers, or where somebody types on', async () => {
  const values = [{ mediaKind: 'drone', item: 'local:1.jpg', name: '1.jpg', note: '' }];
  keepDraft(71, 'reject 4 flags', { values });
  await expect(renewDrafts(71, (kept) => renewedDraft(kept, () => Promise.reject(new Error())))).rejects.toThrow();
  expect(readDraft(71, 'reject 4 flags')).toMatchObject({ values });
  const typed = [{ ...values[0], note: 'The roof' }];
  await renewDrafts(71, async (kept) => {
    keepDraft(71, 'reject 4 flags', { values: typed });
    return renewedDraft(kept, seal);
  });
  expect(readDraft(71, 'reject 4 flags')).toMatchObject({ values: typed });
});

test('an address within the page that names a file by its path names the same file by its sealed id', async () => {
  const search = `${new URLSearchParams({ tab: 'drone', leftItem: 'local:a/1.jpg', item: 'drive:1', pin: '3' })}`;
  const renewed = new URLSearchParams(await renewedSearch(search, seal));
  expect(Object.fromEntries(renewed)).toEqual({ tab: 'drone', leftItem: 'file:13', item: 'drive:1', pin: '3' });
  expect(await renewedSearch('compare=1,2&q=local:', seal)).toBe('compare=1,2&q=local:');
});
