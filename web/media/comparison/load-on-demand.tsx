// What is compared waits for a tap where another host would answer, and where data are saved and it is heavy.
import { Map as MapIcon, Orbit, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSavesData } from '#web/lib/data-saver.ts';
import { ClickToLoad } from '#web/media/click-to-load.tsx';
import { bytesOf, isHeavy, isOfOtherHost, type Viewable } from './viewable.ts';

type LoadOnDemandProps = {
  /** What is fetched: a side, or both. */
  of: readonly Viewable[];
  /** Says what it is: 'both films'. */
  label: string;
  children: ReactNode;
};

const icons: Partial<Record<Viewable['is'], typeof Play>> = { panorama: Orbit, map: MapIcon };

export function LoadOnDemand({ of, label, children }: LoadOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  const isSaving = useSavesData();
  const waits = of.some(isOfOtherHost) || (isSaving && of.some(isHeavy));
  if (wanted || !waits) return children;
  return (
    <div className="relative size-full bg-sunken">
      <ClickToLoad
        label={`Load ${label}`}
        icon={icons[of[0]?.is ?? 'video'] ?? Play}
        bytes={bytesOf(of)}
        onOpen={() => setWanted(true)}
      />
    </div>
  );
}
