// The pictures of a session that replaced others since it was sent back, as far as a copy of the former is left.
import { useEffect, useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type SessionChanges, sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';

export type Replaced = { item: string; name: string; thumbnailUrl: string; formerUrl: string };

/** Of all tabs, in their order. */
function replacedIn(changes: SessionChanges | undefined): Replaced[] {
  return (changes?.tabs ?? []).flatMap(({ replaced }) =>
    replaced.files.flatMap((file) => {
      const { thumbnailUrl, formerUrl } = file;
      return thumbnailUrl && formerUrl ? [{ ...file, thumbnailUrl, formerUrl }] : [];
    }),
  );
}

/** As large as the large photo of an album, else the nearest size that is still cached. */
export const formerAt = ({ formerUrl }: Pick<Replaced, 'formerUrl'>) => formerUrl.replace(/\/s400$/, '/s800');

/** Asked for after the media: few sessions were sent back. */
export function useReplaced({ id, status }: Session): readonly Replaced[] {
  const enabled = useAfterPaint() && status === 'pending';
  const flags = useApiQuery(sessionFlags, { params: { id } }, { enabled });
  const wasSentBack = enabled && flags.data !== undefined && flags.data.rejection !== null;
  const { data } = useApiQuery(sessionChanges, { params: { id } }, { enabled: wasSentBack });
  return useLoadable(wasSentBack ? replacedIn(data) : noneReplaced);
}

const noneReplaced: readonly Replaced[] = [];

/** Of most only a small copy may be left, and of some none: those are in the list of changes alone. */
function useLoadable(replaced: readonly Replaced[]): readonly Replaced[] {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const addresses = replaced.map(formerAt).join();
  useEffect(() => {
    let left = false;
    for (const address of savesData() ? [] : addresses.split(',').filter(Boolean)) {
      const picture = new Image();
      picture.onload = () => !left && setLoaded((before) => new Set(before).add(address));
      picture.src = address;
    }
    return () => {
      left = true;
    };
  }, [addresses]);
  return replaced.filter((one) => loaded.has(formerAt(one)));
}
