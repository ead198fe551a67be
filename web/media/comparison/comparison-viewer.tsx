// Two sessions of one project, compared: side by side, by a divider, blended, or blinking.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { toast } from '#web/lib/toast.ts';
import { ComparisonBar } from './comparison-bar.tsx';
import { ComparisonBox, comparisonBoxClass } from './comparison-box.tsx';
import type { ComparisonState, SetComparison } from './comparison-params.ts';
import type { LinkedHandle } from './linked-viewers.tsx';
import { ModeControls } from './mode-controls.tsx';
import { type Mode, modeLabels, type SideName, sideNames } from './modes.ts';
import { withItem, withKind, withStep } from './selection.ts';
import { SideHead } from './side-head.tsx';
import { type Side, useSides, type Visit } from './sides.ts';
import { useBlink } from './use-blink.ts';
import { useDebouncedParam } from './use-debounced-param.ts';
import { useDownload } from './use-download.ts';
import { useComparisonFullscreen } from './use-full.ts';
import { useComparisonKeys } from './use-keys.ts';
import { usePreload } from './use-preload.ts';
import { useViewportUrl } from './use-viewport-url.ts';
import { comparableAs } from './viewable.ts';

type ComparisonViewerProps = {
  visits: Record<SideName, Visit>;
  state: ComparisonState;
  setState: SetComparison;
  onClear: () => void;
  /** Where the visits themselves are changed. */
  children?: ReactNode;
};

export function ComparisonViewer({ visits, state, setState, onClear, children }: ComparisonViewerProps) {
  const root = useRef<HTMLDivElement>(null);
  const sides = useSides(visits, state);
  const as = comparableAs(sides.left.face, sides.right.face);
  const laid = as !== undefined && as !== 'film';
  const mode: Mode = laid ? state.mode : 'side';
  const locked = !state.unlocked;
  const [at, setAt] = useDebouncedParam(state.at, (value) => setState({ at: value }));
  const [fade, setFade] = useDebouncedParam(state.fade, (value) => setState({ fade: value }));
  const blink = useBlink(mode === 'blink', state.shown, (shown) => setState({ shown }));
  const views = useViewportUrl(state, setState, as === 'picture');
  const { full, toggle } = useComparisonFullscreen(root);
  const handle = useRef<LinkedHandle>(null);
  const shot = useShown();
  usePreload(sides);

  const said = useAnnouncement(
    `${sides.left.title}${nameOf(sides.left.item)}; ${sides.right.title}${nameOf(sides.right.item)}`,
  );
  const setMode = (next: Mode) => {
    if (!laid) return;
    setState({ mode: next }, 'push');
    said.say(`${modeLabels[next].label}.`);
  };
  const lock = () => {
    setState({ unlocked: locked });
    said.say(locked ? 'Views unlocked: each side moves alone.' : 'Views locked: both sides move together.');
  };
  const step = (by: 1 | -1) => {
    const change = withStep(sides, by, locked);
    if (change) setState(change);
  };
  const canStep = sideNames.some((side) => sides[side].items.length > 1);
  const change = () => {
    if (mode !== 'blink') return;
    said.say(`${visits[blink.shown === 'left' ? 'right' : 'left'].name} is shown.`);
    blink.change();
  };
  useComparisonKeys({ mode: setMode, lock, step, change });
  const download = useDownload({ sides, mode, at, fade, shown: blink.shown, views, images: shot.images, handle });
  return (
    <div
      ref={root}
      className={classNames(
        full ? 'fixed inset-0 z-30 flex flex-col gap-2 overflow-y-auto bg-canvas p-2' : 'grid gap-3',
      )}
    >
      <div className="grid grid-cols-2 gap-2 md:gap-4">
        {sideNames.map((side) => (
          <SideHead
            key={side}
            side={sides[side]}
            onKind={(kind) => setState(withKind(sides, side, { kind, locked }))}
            onItem={(id) => setState(withItem(sides, side, { id, locked }))}
          />
        ))}
      </div>
      <ComparisonBar
        mode={mode}
        onMode={setMode}
        together={laid}
        locked={locked}
        onLock={lock}
        onStep={canStep ? step : undefined}
        views={as === 'picture' ? views : undefined}
        full={full}
        onFull={toggle}
        onDownload={laid ? (format) => download(format).catch(sayNoPicture) : undefined}
        onClear={onClear}
      />
      <div className={comparisonBoxClass({ panes: mode === 'side' ? 2 : 1, full })}>
        <ComparisonBox
          sides={sides}
          mode={mode}
          at={at}
          onAt={setAt}
          fade={fade}
          shown={blink.shown}
          locked={locked}
          full={full}
          views={views}
          onShown={shot.onShown}
          view={state.view}
          onView={(view) => setState({ view })}
          handle={handle}
        />
      </div>
      {isApart(sides) && (
        <p className="text-muted text-sm">
          A player of this host cannot be steered from here, so these films play each for itself.
        </p>
      )}
      <ModeControls
        mode={mode}
        names={{ left: visits.left.name, right: visits.right.name }}
        at={at}
        onAt={setAt}
        fade={fade}
        onFade={setFade}
        blink={{ ...blink, change }}
      />
      {children}
      <p role="status" className="sr-only">
        {said.words}
      </p>
    </div>
  );
}

/** Such as Google Drive's player, which answers to nobody. */
function isApart({ left, right }: Record<SideName, Side>): boolean {
  const isFilm = ({ kind, face }: Side) => kind === 'videos' && (face?.is === 'film' || face?.is === 'frame');
  return isFilm(left) && isFilm(right) && (left.face?.is === 'frame' || right.face?.is === 'frame');
}

function nameOf(item: { name: string } | undefined): string {
  return item ? `: ${item.name}` : '';
}

function sayNoPicture(error: unknown): void {
  toast({
    title: 'The picture could not be made',
    description: error instanceof Error ? error.message : 'Try again when both pictures are shown.',
    variant: 'destructive',
  });
}

/** Says what was done, and what is shown once that has changed; nothing at first, when the page itself is read. */
function useAnnouncement(shown: string) {
  const [words, say] = useState('');
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) say(shown);
    before.current = shown;
  }, [shown]);
  return { words, say };
}

/** The images on screen, for who draws them. */
function useShown() {
  const images = useRef<Partial<Record<SideName, HTMLImageElement>>>({});
  const onShown = useCallback((side: SideName, image: HTMLImageElement | null) => {
    if (image) images.current[side] = image;
    else delete images.current[side];
  }, []);
  return { images, onShown };
}
