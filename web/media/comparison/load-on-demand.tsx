// What is compared waits for a tap where another host would answer, and where data are saved and it is heavy.
import { type ReactNode, useState } from 'react';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { isFromOtherHost, isHeavy, type Viewable } from '#web/media/linked/sides.ts';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const LoadButton = lazySection(() => import('./load-button.tsx'), 'LoadButton', null);

type LoadOnDemandProps = {
  /** What is fetched: a side, or both. */
  of: readonly Viewable[];
  /** Says what it is; of both sides it says so itself: 'both videos'. */
  label?: string;
  children: ReactNode;
};

export function LoadOnDemand({ of, label, children }: LoadOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  const isSaving = useSavesData();
  const waits = of.some(isFromOtherHost) || (isSaving && of.some(isHeavy));
  if (wanted || !waits) return children;
  return (
    <div className="relative size-full bg-sunken">
      <LoadButton of={of} label={label} onOpen={() => setWanted(true)} />
    </div>
  );
}
