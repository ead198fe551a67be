// The drone photos of a session on paper; on screen they are the viewer's, which cannot be printed.
import { sessionMedia } from '#contract/media.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** Two sheets of paper; a folder may hold hundreds. */
const maxPhotos = 24;

type PrintPhotosProps = { sessionId: number; title: string };

/** Not displayed and lazy, they are fetched only when somebody prints; the list is the one that the viewer asked for. */
export function PrintPhotos({ sessionId, title }: PrintPhotosProps) {
  const { data } = useApiQuery(sessionMedia, { params: { id: sessionId, kind: 'drone' } });
  const pictures = data?.items.filter((item) => item.kind === 'image' && item.imageUrl !== null) ?? [];
  if (pictures.length === 0) return null;
  return (
    <section className="hidden print:block">
      <h2 className="mb-3 font-semibold">
        Drone Photos
        {pictures.length > maxPhotos && ` (the first ${maxPhotos} of ${pictures.length})`}
      </h2>
      <ul className="grid grid-cols-2 gap-3">
        {pictures.slice(0, maxPhotos).map((item) => (
          <li key={item.id} className="break-inside-avoid">
            <img
              src={item.imageUrl?.replace('/s1600', '/s800')}
              alt={`${title}, ${item.name}`}
              loading="lazy"
              className="aspect-3/2 w-full rounded-control bg-sunken object-cover"
            />
            <p className="wrap-anywhere mt-1 text-muted text-xs">{item.name}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
