// Two 360 pictures that turn together, or two maps of one ground; their viewers are fetched when they are first compared.
import { type ComponentType, type Ref, type RefObject, useMemo } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { type LazyComponent, lazyComponent } from '#web/lib/lazy-component.tsx';
import type { PairHandle } from '#web/media/comparison-types.ts';
import type { MapPairProps } from '#web/media/map-pair.tsx';
import type { PanoramaPairProps } from '#web/media/panorama-pair.tsx';
import type { SideName } from './modes.ts';
import { Overlay, type OverlayProps } from './overlay.tsx';
import { useViewer } from './use-viewer.tsx';

/** What is shown now, drawn. */
export type LinkedHandle = PairHandle;

type JointProps = Omit<OverlayProps, 'children'> & {
  items: Record<SideName, MediaItem>;
  locked: boolean;
  /** As the address has it. */
  view: readonly number[];
  onView: (view: readonly number[]) => void;
  handle: RefObject<LinkedHandle | null>;
};

export function LinkedPanoramas(props: JointProps) {
  return <Joint {...props} pair={spheres} />;
}

export function LinkedMaps(props: JointProps) {
  return <Joint {...props} pair={maps} />;
}

/** What both viewers have in common; a view is three numbers, by whatever names. */
type PairProps = Omit<PanoramaPairProps, 'view' | 'onView' | 'ref'> & {
  numbers: readonly number[];
  onNumbers: (numbers: readonly number[]) => void;
  handle: Ref<LinkedHandle>;
};

async function loadSpheres(): Promise<ComponentType<PairProps>> {
  const { PanoramaPair } = await import('#web/media/panorama-pair.tsx');
  return function Spheres({ numbers, onNumbers, handle, ...rest }: PairProps) {
    const view = useMemo((): PanoramaPairProps['view'] => {
      const [yaw, pitch, zoom] = numbers;
      return yaw === undefined || pitch === undefined || zoom === undefined ? undefined : { yaw, pitch, zoom };
    }, [numbers]);
    return (
      <PanoramaPair
        {...rest}
        ref={handle}
        view={view}
        onView={({ yaw, pitch, zoom }) => onNumbers([yaw, pitch, zoom])}
      />
    );
  };
}

async function loadMaps(): Promise<ComponentType<PairProps>> {
  const { MapPair } = await import('#web/media/map-pair.tsx');
  return function Maps({ numbers, onNumbers, handle, ...rest }: PairProps) {
    const view = useMemo((): MapPairProps['view'] => {
      const [x, y, zoom] = numbers;
      return x === undefined || y === undefined || zoom === undefined ? undefined : { x, y, zoom };
    }, [numbers]);
    return <MapPair {...rest} ref={handle} view={view} onView={({ x, y, zoom }) => onNumbers([x, y, zoom])} />;
  };
}

const spheres = lazyComponent(loadSpheres);
const maps = lazyComponent(loadMaps);

function Joint({
  pair,
  items,
  locked,
  view,
  onView,
  handle,
  ...over
}: JointProps & { pair: LazyComponent<PairProps> }) {
  const { Viewer: Pair, instead } = useViewer(pair);
  const key = view.join();
  // The same numbers are the same view, however often the address is read.
  const numbers = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
  if (!Pair) return instead;
  return (
    <Overlay {...over}>
      <Pair
        handle={handle}
        {...items}
        titles={over.titles}
        mode={over.mode}
        locked={locked}
        position={over.at}
        opacity={over.fade}
        shown={over.shown}
        numbers={numbers}
        onNumbers={onView}
        className="size-full"
      />
    </Overlay>
  );
}
