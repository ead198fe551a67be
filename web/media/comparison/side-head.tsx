// What stands above a side: which visit it is, its kind of media, which of its pictures, and when and with what that was taken.
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { kindLabels } from '#web/media/linked/sides.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const PhotoLine = lazySection(() => import('#web/media/photos/photo-line.tsx'), 'PhotoLine', null);

type SideHeadProps = { side: Side; onKind: (kind: MediaKind) => void; onItem: (id: string) => void };

export function SideHead({ side, onKind, onItem }: SideHeadProps) {
  const { visit, kind, items, item, content, failure } = side;
  const loading = kind !== undefined && !content && !failure;
  return (
    <section
      aria-label={visit.name}
      className="grid min-w-0 content-start items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-2 shadow-card xl:grid-cols-[1fr_minmax(0,20rem)] xl:px-3"
    >
      <div className="grid min-w-0">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h2 className="whitespace-nowrap font-semibold">{visit.name}</h2>
          <p className="wrap-anywhere min-w-0 text-muted text-sm">{visit.site}</p>
        </div>
        <p className="text-muted text-sm tabular-nums">{visit.date}</p>
      </div>
      {kind === undefined ? (
        <p className="text-muted">No Media Available</p>
      ) : (
        <div className="grid min-w-0 grid-cols-2 gap-2">
          <Field label={`Media type of ${visit.name}`} hideLabel>
            <Select value={kind} onChange={(event) => onKind(event.target.value as MediaKind)}>
              <Options of={visit.kinds} label={(each) => kindLabels[each]} />
            </Select>
          </Field>
          <Field label={`Image of ${visit.name}`} hideLabel>
            <Select
              value={item?.id ?? ''}
              disabled={items.length === 0}
              onChange={(event) => onItem(event.target.value)}
            >
              {items.length === 0 && <option value="">{loading ? 'Loading' : 'No images'}</option>}
              <Options of={items} label={({ name }) => name} />
            </Select>
          </Field>
        </div>
      )}
      {/* One line of its own, there before the words are. */}
      <div className="min-h-5 min-w-0 xl:col-span-2">
        {item && <PhotoLine item={item} day={visit.captureDate} className="truncate" />}
      </div>
    </section>
  );
}
