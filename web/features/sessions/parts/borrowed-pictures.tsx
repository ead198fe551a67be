// Pictures of a visit that an earlier one had before: each with the words that say where, and both side by side on request.
import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { type BorrowedPicture, borrowedWords } from '#contract/sessions/checks.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Picture } from '#web/ui/display/picture.tsx';

const BorrowedDialog = lazyDialog(() => import('./borrowed-dialog.tsx'), 'BorrowedDialog');

/** More are reached in the dialog, which steps through all. */
const mostShown = 6;

const keyOf = ({ own }: BorrowedPicture) => `${own.mediaKind} ${own.item}`;

export function BorrowedPictures({ borrowed }: { borrowed: readonly BorrowedPicture[] }) {
  const [at, setAt] = useState(0);
  const { open, dialogs } = useDialogs({
    compare: (control) => <BorrowedDialog {...control} borrowed={borrowed} at={at} onStep={setAt} />,
  });
  if (borrowed.length === 0) return null;
  const show = (index: number) => {
    setAt(index);
    open('compare');
  };
  const more = borrowed.length - mostShown;
  return (
    <>
      <ul className="grid gap-2">
        {borrowed.slice(0, mostShown).map((one, index) => (
          <li key={keyOf(one)} className="flex min-w-0 items-start gap-2">
            <span className="block w-20 shrink-0 overflow-hidden rounded-control">
              <Picture alt="" small={one.own.thumbnailUrl} srcSet={undefined} ratio="4/3" />
            </span>
            <div className="grid min-w-0 flex-1 justify-items-start gap-1 text-sm">
              <p className="wrap-anywhere">
                {one.own.name}: {borrowedWords(one)}
              </p>
              <Button size="sm" icon={Columns2} aria-label={`Compare ${one.own.name}`} onClick={() => show(index)}>
                Compare
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button size="sm" onClick={() => show(mostShown)}>
          {more} more
        </Button>
      )}
      {dialogs}
    </>
  );
}
