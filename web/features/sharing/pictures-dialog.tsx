// 'Download pictures': which of them, how large, and what the archive will weigh; the browser saves it and shows how far it is.
import { CircleAlert, Download } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import {
  type DownloadablePicture,
  type DownloadSize,
  maxChosenPictures,
  type PictureDownload,
  pictureDownload,
} from '#contract/sharing/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button, buttonIconVariants, buttonVariants } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { bytesOf, zipUrl } from './picture-sizes.ts';

type PicturesDialogProps = DialogControl & { session: Session };

export function PicturesDialog({ session, ...control }: PicturesDialogProps) {
  const found = useApiQuery(pictureDownload, { params: { id: session.id } });
  const [size, setSize] = useState<DownloadSize>('full');
  /** Null: all. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const pictures = found.data?.pictures ?? [];
  const taken = chosen === null ? pictures : pictures.filter(({ key }) => chosen.has(key));
  const close = () => control.onOpenChange(false);
  return (
    <Dialog
      {...control}
      size="lg"
      title="Download pictures"
      description="One ZIP file, with a list of what is in it."
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <DownloadLink taken={taken} size={size} href={zipUrl(session.id, size, chosen && [...chosen])} />
        </>
      }
    >
      {found.error && <QueryError query={found} />}
      {found.data && (
        <div className="grid gap-5">
          <Sizes pictures={taken} size={size} onChange={setSize} />
          <Choice pictures={pictures} chosen={chosen} onChange={setChosen} />
          <Notes download={found.data} size={size} />
        </div>
      )}
    </Dialog>
  );
}

type DownloadLinkProps = { taken: readonly DownloadablePicture[]; size: DownloadSize; href: string };

function DownloadLink({ taken, size, href }: DownloadLinkProps) {
  const tooMany = href.includes('&pictures=') && taken.length > maxChosenPictures;
  if (taken.length === 0 || tooMany)
    return (
      <Button variant="primary" icon={Download} disabled>
        {tooMany ? `At most ${maxChosenPictures} can be chosen` : 'Choose pictures first'}
      </Button>
    );
  return (
    <a href={href} download className={buttonVariants({ variant: 'primary' })}>
      <Download aria-hidden="true" className={buttonIconVariants} />
      Download {count(taken.length, 'picture')} · up to {formatSize(bytesOf(taken, size))}
    </a>
  );
}

type SizesProps = {
  pictures: readonly DownloadablePicture[];
  size: DownloadSize;
  onChange: (size: DownloadSize) => void;
};

function Sizes({ pictures, size, onChange }: SizesProps) {
  // Nothing chosen weighs nothing, which is no size to say.
  const label = (one: DownloadSize) => (pictures.length === 0 ? '' : `, up to ${formatSize(bytesOf(pictures, one))}`);
  return (
    <Segmented
      label="Size of the pictures"
      value={size}
      onChange={onChange}
      className="justify-self-start"
      options={[
        { value: 'full', label: `Full size${label('full')}` },
        { value: 's1600', label: `Small${label('s1600')}` },
      ]}
    />
  );
}

type ChoiceProps = {
  pictures: readonly DownloadablePicture[];
  chosen: ReadonlySet<string> | null;
  onChange: (chosen: ReadonlySet<string> | null) => void;
};

function Choice({ pictures, chosen, onChange }: ChoiceProps) {
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <div className="grid gap-3">
      <Checkbox
        label={`All ${count(pictures.length, 'picture')}`}
        checked={chosen === null}
        onChange={() => onChange(chosen === null ? new Set() : null)}
      />
      {chosen !== null && (
        <ul aria-label="Pictures to choose from" className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {pictures.map((picture) => (
            <li key={picture.key} className="min-w-0 [content-visibility:auto]">
              <Tile picture={picture} isChosen={chosen.has(picture.key)} onToggle={toggle} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type TileProps = { picture: DownloadablePicture; isChosen: boolean; onToggle: (key: string) => void };

function Tile({ picture: { key, name, thumbnailUrl }, isChosen, onToggle }: TileProps) {
  return (
    <div className="grid gap-1">
      <Picture
        alt=""
        small={thumbnailUrl}
        ratio="3/2"
        className={classNames('rounded-control', isChosen && 'outline-2 outline-accent outline-offset-1')}
      />
      <Checkbox
        label={<span className="block truncate text-sm">{name}</span>}
        aria-label={`Download ${name}`}
        checked={isChosen}
        onChange={() => onToggle(key)}
      />
    </div>
  );
}

function notesOf({ originals, released, resumable }: PictureDownload, size: DownloadSize): string[] {
  const asTaken = originals && size === 'full';
  return [
    released ? [] : 'This session is not released: these are the pictures as they were submitted.',
    asTaken
      ? 'The originals, with camera positions. Do not pass them on if these should stay private.'
      : 'Camera positions are removed.',
    asTaken && resumable
      ? 'An interrupted download can be resumed where it stopped.'
      : 'An interrupted download starts over: its pictures are made while it runs.',
  ].flat();
}

function Notes({ download, size }: { download: PictureDownload; size: DownloadSize }) {
  return (
    <div className="grid gap-2">
      {download.problem && (
        <Notice tone="yellow" icon={CircleAlert}>
          Some pictures aren't available now: {download.problem}
        </Notice>
      )}
      {notesOf(download, size).map((note) => (
        <p key={note} className="text-muted text-sm">
          {note}
        </p>
      ))}
    </div>
  );
}
