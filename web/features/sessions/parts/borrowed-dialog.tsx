// A picture of a visit beside the same one of an earlier visit, with what tells that they are; a hint, never a decision.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import { type BorrowedPicture, borrowedWords } from '#contract/sessions/checks.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type BorrowedDialogProps = DialogControl & {
  borrowed: readonly BorrowedPicture[];
  at: number;
  onStep: (at: number) => void;
};

const upperFirst = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Light and shadow of another exposure of the same place would differ. */
const reason = (covered: number) =>
  `${Math.round(covered * 100)} % of the earlier picture fits over this one, with the same light and shadow. That is consistent with one exposure; the decision is yours.`;

export function BorrowedDialog({ borrowed, at: wanted, onStep, ...control }: BorrowedDialogProps) {
  const at = Math.min(wanted, borrowed.length - 1);
  const shown = borrowed[at];
  if (!shown) return null;
  const { own, known, mirrored, covered } = shown;
  const step = (by: 1 | -1) => onStep((at + by + borrowed.length) % borrowed.length);
  const isOne = borrowed.length === 1;
  // They lead around, so that neither is ever disabled under a finger or the focus.
  const steps = (
    <>
      <Button icon={ChevronLeft} onClick={() => step(-1)}>
        Previous
      </Button>
      <Button icon={ChevronRight} onClick={() => step(1)}>
        Next
      </Button>
    </>
  );
  return (
    <Dialog
      {...control}
      size="full"
      title={upperFirst(borrowedWords(shown))}
      description={`${reason(covered)}${isOne ? '' : ` ${at + 1} of ${borrowed.length}.`}`}
      footer={isOne ? undefined : steps}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Side of={own} caption="This visit" />
        <Side
          of={known}
          caption={`Session ${known.sessionId}, ${known.projectName}, ${formatDate(known.captureDate)}`}
        />
      </div>
      {mirrored && <p className="mt-3 text-muted text-sm">One is the mirror image of the other.</p>}
    </Dialog>
  );
}

type SideProps = { of: BorrowedPicture['own']; caption: string };

function Side({ of: { sessionId, mediaKind, item, name, imageUrl }, caption }: SideProps) {
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <Picture alt={name} small={imageUrl} srcSet={undefined} fit="contain" ratio="3/2" priority />
      <figcaption className="wrap-anywhere text-sm">
        {caption}:{' '}
        <a
          href={`/sessions/${sessionId}?tab=${mediaKind}&item=${encodeURIComponent(item)}`}
          target="_blank"
          rel="noopener"
          className="touch-target text-accent-ink hover:underline"
        >
          {name}
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </figcaption>
    </figure>
  );
}
