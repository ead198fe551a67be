// Dialog for marking the same places in both pictures, with a preview of how the marks align them.

import { Undo2 } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { type Homography, homographyFromMarks, type Mark, type Point } from '#contract/geometry/homography.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { type Alignment, alignByHand } from '#contract/viewpoints/endpoints.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { imageUrlAt } from '#web/media/comparison/photo-layer.tsx';
import { otherSide, type Pair } from '#web/media/linked/linked-viewer.ts';
import { createPhotoLink } from '#web/media/linked/photo-view.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { MarkedPicture } from './marked-picture.tsx';
import { type AlignedPair, hintFor, type Marks, marksFrom, pairsOf } from './use-alignment.ts';

type AlignByHandProps = DialogControl & {
  pair: AlignedPair;
  sides: Pair<Side>;
  answer: Alignment | undefined;
  /** Marks that were not saved. */
  marks: Marks | undefined;
  onMarks: (marks: Marks | null) => void;
  onLook: (matrix: Homography | null) => void;
};

export function AlignByHandDialog({ open, onOpenChange, pair, sides, answer, ...kept }: AlignByHandProps) {
  const { onMarks, onLook } = kept;
  const [marks, setMarks] = useState(() => kept.marks ?? marksFrom(answer));
  const change = (next: Marks) => {
    setMarks(next);
    onMarks(next);
  };
  const places = pairsOf(marks);
  const matrix = homographyFromMarks(places);
  const close = () => onOpenChange(false);
  const save = useMutation(alignByHand, {
    errorToast: 'The places could not be saved. They are still marked.',
    onSuccess: () => {
      onMarks(null);
      onLook(null);
      close();
    },
  });
  const [older, newer] = [sides[pair.older], sides[otherSide(pair.older)]];
  const copied = ({ older: [x, y], newer: [u, v] }: Mark) => ({
    older: [x, y] as [number, number],
    newer: [u, v] as [number, number],
  });
  const run = (saved: Mark[] | null) => {
    const marks = saved ? saved.map(copied) : null;
    void save.run({ body: { ...pair.refs, marks } });
  };
  const set = (side: keyof Marks) => (points: Point[]) => change({ ...marks, [side]: points });
  const dropLast = () => {
    const longest = Math.max(marks.older.length, marks.newer.length) - 1;
    change({ older: marks.older.slice(0, longest), newer: marks.newer.slice(0, longest) });
  };
  const look = () => {
    onLook(matrix);
    close();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Align by hand"
      description="Tap the same three to eight places in both pictures. With the keyboard: arrows move the cross, Enter marks."
      size="full"
      footer={
        <>
          {answer?.mayAlign && answer.by === 'hand' && (
            <Button onClick={() => run(null)} disabled={save.isPending}>
              Forget what was saved
            </Button>
          )}
          <Button icon={Undo2} onClick={dropLast} disabled={marks.older.length + marks.newer.length === 0}>
            Undo last place
          </Button>
          <Button onClick={look} disabled={!matrix} variant={answer?.mayAlign ? 'secondary' : 'primary'}>
            Only look
          </Button>
          {answer?.mayAlign && (
            <Button variant="primary" onClick={() => run(places)} disabled={!matrix || save.isPending}>
              Save for everybody
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="pb-2 text-muted text-sm">
        {hintFor(marks, matrix)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <MarkedPicture
          label="Older picture"
          day={older.visit.day}
          item={older.item}
          points={marks.older}
          onPoints={set('older')}
        />
        <MarkedPicture
          label="Newer picture"
          day={newer.visit.day}
          item={newer.item}
          points={marks.newer}
          onPoints={set('newer')}
        />
        <AlignmentPreview older={older.item} newer={newer.item} matrix={matrix} />
      </div>
    </Dialog>
  );
}

// The newer picture with the older one half visible on top, aligned by the marks.
type AlignmentPreviewProps = { older: MediaItem | undefined; newer: MediaItem | undefined; matrix: Homography | null };

function AlignmentPreview({ older, newer, matrix }: AlignmentPreviewProps) {
  const [link] = useState(createPhotoLink);
  const text = JSON.stringify(matrix);
  useLayoutEffect(() => {
    const parsed = JSON.parse(text) as Homography | null;
    return link.align(parsed && { older: 'left', matrix: parsed });
  }, [link, text]);
  const { left } = link.viewers;
  const right = link.viewers[otherSide('left')];
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="text-muted text-sm">Both, as they would lie</figcaption>
      <div className="relative grid place-items-center overflow-hidden rounded-control bg-sunken *:col-start-1 *:row-start-1">
        {newer && <img ref={right.attach} src={imageUrlAt(newer, 's800')} alt="Newer" className="block w-full" />}
        {older && matrix && (
          <img
            ref={left.attach}
            src={imageUrlAt(older, 's800')}
            alt="Older, half seen over it"
            className="block w-full opacity-50"
          />
        )}
      </div>
    </figure>
  );
}
