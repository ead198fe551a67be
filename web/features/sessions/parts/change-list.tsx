// What changed in a session since it was sent back: fields beside each other, and the files behind its links.
import type { ReactNode } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { sessionFields } from '#contract/core/session-fields.ts';
import { imageAtSize } from '#contract/media/endpoints.ts';
import type { FieldChange, SessionChanges, TabChanges } from '#contract/sessions/rejection.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, phaseLabel } from '#web/lib/format/format.ts';
import { mediaLabels } from '#web/media/frame/media-view.ts';
import { Picture } from '#web/ui/display/picture.tsx';

const placeLabels = { project: 'Project', site: 'Site', photographer: 'Photographer' };

function labelOf(field: FieldChange['field']): string {
  return field in placeLabels
    ? placeLabels[field as keyof typeof placeLabels]
    : sessionFields[field as keyof typeof sessionFields].label;
}

function inWords(field: FieldChange['field'], value: string | null): string {
  if (value === null) return '(empty)';
  if (field === 'phase') return phaseLabel(value);
  return field === 'captureDate' || field === 'scheduledDate' ? formatDate(value) : value;
}

export function ChangeList({ changes }: { changes: SessionChanges }) {
  const { fields, tabs, unchanged } = changes;
  if (unchanged) return <p className="text-muted">Nothing has changed.</p>;
  return (
    <ul className="grid gap-3" aria-label="Changes">
      {fields.map((change) => (
        <li key={change.field} className="grid gap-1">
          <p className="font-medium text-sm">{labelOf(change.field)}</p>
          <dl className="grid gap-2 sm:grid-cols-2">
            <Version label="Before" value={inWords(change.field, change.before)} />
            <Version label="Now" value={inWords(change.field, change.after)} />
          </dl>
        </li>
      ))}
      {tabs.map((tab) => (
        <li key={tab.mediaKind} className="grid gap-1">
          <p className="font-medium text-sm">{mediaLabels[tab.mediaKind]}</p>
          <TabFiles tab={tab} />
        </li>
      ))}
    </ul>
  );
}

function Version({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0 rounded-control bg-sunken px-2 py-1.5">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="wrap-anywhere line-clamp-6 whitespace-pre-line">{value}</dd>
    </div>
  );
}

const kinds = [
  ['added', 'added'],
  ['replaced', 'replaced'],
  ['removed', 'removed'],
] as const;

function TabFiles({ tab }: { tab: TabChanges }) {
  if (!tab.known) return <p className="text-muted">The files cannot be compared: their folder could not be listed.</p>;
  return kinds.map(([kind, word]) => {
    const { count: all, files } = tab[kind];
    if (all === 0) return null;
    const more = all - files.length;
    return (
      <div key={kind} className="grid gap-1">
        <p className="text-sm tabular-nums">
          {count(all, 'file')} {word}
          {more > 0 && <span className="text-muted"> (the first {files.length} below)</span>}
        </p>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {files.map((file) => (
            <li key={file.item} className={classNames('min-w-0', hasFormer(file) && 'col-span-2')}>
              <FilePictures file={file} />
              <p className={`truncate text-sm ${kind === 'removed' ? 'text-muted line-through' : ''}`}>{file.name}</p>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

type ChangedFile = TabChanges['added']['files'][number] & { formerUrl?: string | null };

const hasFormer = ({ formerUrl, thumbnailUrl }: ChangedFile) => Boolean(formerUrl && thumbnailUrl);

function FilePictures({ file }: { file: ChangedFile }) {
  const small = file.thumbnailUrl && imageAtSize(file, 's220');
  if (!small) return null;
  if (!file.formerUrl) return <Picture alt="" small={small} ratio="3/2" className="rounded-control" />;
  return <BeforeAndNow name={file.name} before={file.formerUrl} now={small} />;
}

// A replaced picture beside the one that replaced it.

/** `before` and `now`: the addresses of the two pictures. */
type BeforeAndNowProps = { name: string; before: string; now: string };

export function BeforeAndNow({ name, before, now }: BeforeAndNowProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Signed words="Before">
        <Picture
          alt={`${name} before`}
          small={before}
          ratio="3/2"
          className="rounded-control"
          fallback={<NoLonger />}
        />
      </Signed>
      <Signed words="Now">
        <Picture alt={`${name} now`} small={now} ratio="3/2" className="rounded-control" />
      </Signed>
    </div>
  );
}

function Signed({ words, children }: { words: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      {children}
      <figcaption className="text-muted text-xs">{words}</figcaption>
    </figure>
  );
}

/** Its bytes were deleted with the replacement, and it had never been viewed here. */
export function NoLonger() {
  return (
    <span className="absolute inset-0 grid place-items-center p-1 text-center text-muted text-xs">No longer there</span>
  );
}
