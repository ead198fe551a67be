// Then and now: one viewpoint of the newest visit's project, its first and its newest released picture under a divider (behaviour §24).
import { Images } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import { type ThenAndNow as Pair, thenAndNow } from '#contract/viewpoints/endpoints.ts';
import { isGone } from '#web/lib/api/api-error.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { align, warpOf } from '#web/media/shown/aligned.ts';
import { Divided, ratioOfPair } from '#web/media/shown/divided.tsx';
import { followDivider } from '#web/media/shown/divider.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { ThenAndNowCard } from './then-and-now-card.tsx';

type Shown = NonNullable<Pair['pair']>;

function Half({ of, name, after }: { of: Shown['older']; name: string; after?: boolean }) {
  return (
    <figure className={after ? 'after' : undefined}>
      <span className="photo">
        <Picture
          alt={`${name}, ${formatDate(of.captureDate)}`}
          small={of.thumbnailUrl}
          sizes="(width < 768px) 100vw, 800px"
          fit="contain"
          className="h-full"
        />
      </span>
      <figcaption>{shortDay(of.captureDate)}</figcaption>
    </figure>
  );
}

/** The divider moves by a style on its element, so dragging it causes no render; the older picture is laid on the newer one likewise. */
function useBehaviour({ older, newer, matrix }: Shown) {
  const pair = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pair.current) followDivider(pair.current);
  }, []);
  const warp = matrix && warpOf(matrix).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pictures are other elements.
  useEffect(() => {
    if (!pair.current || warp === null) return undefined;
    return align([...pair.current.querySelectorAll('img')], warp.split(',').map(Number));
  }, [warp, older.thumbnailUrl, newer.thumbnailUrl]);
  return pair;
}

function Halves(shown: Shown) {
  const { viewpoint, older, newer } = shown;
  return (
    <Divided
      draggable
      ratio={ratioOfPair(shown)}
      label="How much of the older picture is shown"
      ref={useBehaviour(shown)}
    >
      <Half of={older} name={viewpoint.name} />
      <Half of={newer} name={viewpoint.name} after />
    </Divided>
  );
}

/** `children`: what stands there until it came. Nothing does where there is no pair any more. */
export function ThenAndNow({ projectId, children }: { projectId: number; children: ReactNode }) {
  const query = useApiQuery(thenAndNow, { params: { id: projectId } });
  const { data, error } = query;
  if (isGone(error) || data?.pair === null) return null;
  if (!data && !error) return children;
  if (!data) return <ThenAndNowCard name={null} link={null} pictures={<QueryErrorLine query={query} />} />;
  const { viewpoint } = data.pair;
  return (
    <ThenAndNowCard
      name={<bdi>{viewpoint.name}</bdi>}
      link={
        <LinkButton href={`/projects/${projectId}/viewpoints/${viewpoint.id}`} icon={Images}>
          Visit after visit
        </LinkButton>
      }
      pictures={<Halves {...data.pair} />}
    />
  );
}
