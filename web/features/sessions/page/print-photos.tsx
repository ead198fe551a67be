// The photos of a session as they stand on paper.
import { useEffect, useRef } from 'react';
import { imageAtSize, sessionMedia } from '#contract/media/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { prefersReducedData } from '#web/lib/device/data-saver.ts';

/** Two sheets of paper; a folder may hold hundreds. */
const maxPhotos = 24;

type PrintPhotosProps = { sessionId: number; title: string };

/**
 * Not displayed and lazy, they are fetched only when somebody prints; the list is the one that the viewer asked for. A browser that
 * waits for none of them prints the small one, which lies under each.
 */
export function PrintPhotos({ sessionId, title }: PrintPhotosProps) {
  const { data } = useApiQuery(sessionMedia, { params: { id: sessionId, kind: 'drone' } });
  const all = data?.items.filter((item) => item.kind === 'image' && item.imageUrl !== null) ?? [];
  const pictures = all.slice(0, maxPhotos);
  useFetchedAhead(pictures.map((item) => imageAtSize(item, 's400')).join('\n'));
  if (pictures.length === 0) return null;
  return (
    <section className="hidden print:block">
      <h2 className="mb-3 font-semibold">
        Drone Photos
        {all.length > maxPhotos && ` (the first ${maxPhotos} of ${all.length})`}
      </h2>
      <ul className="grid grid-cols-2 gap-3">
        {pictures.map((item) => (
          <li key={item.id} className="break-inside-avoid">
            <img
              src={imageAtSize(item, 's800')}
              alt={`${title}, ${item.name}`}
              loading="lazy"
              style={{ backgroundImage: `url("${imageAtSize(item, 's400')}")` }}
              className="aspect-3/2 w-full rounded-control bg-center bg-cover bg-sunken object-cover"
            />
            <p className="wrap-anywhere mt-1 text-muted text-xs">{item.name}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Printing from the browser's menu waits for nothing, so the small ones are fetched once the mouse leaves the page at its top, towards that
 * menu; not where data are saved or slow. Held, so that they are there in the moment of printing.
 */
function useFetchedAhead(addresses: string): void {
  const held = useRef<HTMLImageElement[]>([]);
  useEffect(() => {
    if (addresses === '') return;
    function fetchAhead({ clientY }: MouseEvent) {
      if (clientY > 0 || prefersReducedData()) return;
      page.removeEventListener('mouseleave', fetchAhead);
      held.current = addresses.split('\n').map((src) => Object.assign(new Image(), { fetchPriority: 'low', src }));
    }
    const page = document.documentElement;
    page.addEventListener('mouseleave', fetchAhead);
    return () => page.removeEventListener('mouseleave', fetchAhead);
  }, [addresses]);
}
