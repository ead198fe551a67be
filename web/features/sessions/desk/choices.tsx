// What stands in place of the media on the desk: which of several is shown, and the way back to the media.
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

type ChoicesProps = {
  label: string;
  choices: readonly { id: number | string; words: ReactNode }[];
  /** Where the chosen one is. */
  at: number;
  onChoose: (at: number) => void;
  /** The words of the way back. */
  back: string;
  onClose: () => void;
};

export function Choices({ label, choices, at, onChoose, back, onClose }: ChoicesProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={label} className="flex min-w-0 flex-1 flex-wrap gap-2">
        {choices.map(({ id, words }, index) => (
          <li key={id} className="min-w-0">
            <Button
              size="sm"
              aria-pressed={index === at}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
              onClick={() => onChoose(index)}
            >
              {words}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" icon={Images} onClick={onClose}>
        {back}
      </Button>
    </div>
  );
}
