// What lies on two things that are shown together: which is which, and the divider between them.
import { type ReactNode, useEffect } from 'react';
import { Handle, HandleRoot, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import { classNames } from '#web/lib/format/class-names.ts';
import type { Pair, SideName } from '#web/media/linked/linked-viewer.ts';
import type { Layering } from './modes.ts';
import { noPan } from './pan-zoom.tsx';

type OverlayProps = {
  titles: Pair<string>;
  labels: Pair<string>;
  layering: Layering;
  setAt: (at: number) => void;
  children: ReactNode;
};

/** Side by side the parts carry their own names. */
export function Overlay({ titles, labels, layering, setAt, children }: OverlayProps) {
  const { mode, at, fade, shown } = layering;
  return (
    <div className="relative isolate size-full">
      {children}
      {mode === 'blink' && <SideLabel side={shown} title={labels[shown]} />}
      {(mode === 'swipe' || mode === 'fade') && (
        <>
          <SideLabel paired side="left" title={labels.left} faint={mode === 'fade' && fade > 95} />
          <SideLabel paired side="right" title={labels.right} end faint={mode === 'fade' && fade < 5} />
        </>
      )}
      {mode === 'swipe' && <Divider at={at} titles={titles} onMove={setAt} />}
    </div>
  );
}

type DividerProps = { at: number; titles: Pair<string>; onMove: (at: number) => void };

/** Keys that every slider knows (ARIA practices) and the library does not. */
const ends: Record<string, number> = { Home: 0, End: 100 };

/** Only the handle answers, so that a finger beside it scrolls the page or moves the pictures. */
function Divider({ at, titles, onMove }: DividerProps) {
  const slider = useReactCompareSlider({
    defaultPosition: at,
    keyboardIncrement: '5%',
    onlyHandleDraggable: true,
    onPositionChange: onMove,
  });
  const { setPosition, position } = slider;
  useEffect(() => {
    if (Math.abs(position.current - at) > 0.01) setPosition(at);
  }, [at, position, setPosition]);
  const text = `${titles.left} on ${Math.round(at)}%, ${titles.right} on ${100 - Math.round(at)}%`;
  return (
    <Provider {...slider}>
      <Root
        className="absolute! inset-0 z-10 *:pointer-events-none"
        style={{ pointerEvents: 'none', maxWidth: 'none' }}
      >
        <HandleRoot
          aria-label="Divider"
          aria-valuetext={text}
          onKeyDown={({ key }) => key in ends && onMove(ends[key] ?? at)}
          className={`${noPan} group`}
          style={{ outline: 'none' }}
        >
          <Handle
            className="__rcs-handle-root rounded-full"
            buttonStyle={{
              width: '2.75rem',
              height: '2.75rem',
              backgroundColor: 'rgb(0 0 0 / 0.45)',
              boxShadow: 'var(--handle-ring, 0 1px 4px rgb(0 0 0 / 0.5))',
            }}
          />
        </HandleRoot>
      </Root>
    </Provider>
  );
}

type SideLabelProps = {
  side: SideName;
  /** Visit and date, divided by a dot. */
  title: string;
  /** Two of them on one picture: on a phone there is room for their dates alone. */
  paired?: boolean;
  end?: boolean;
  faint?: boolean;
};

/** For the eye only: the boxes have the same texts as their names. */
export function SideLabel({ side, title, paired, end, faint }: SideLabelProps) {
  const [name, date] = title.split(' · ');
  return (
    <span
      aria-hidden="true"
      data-side={side}
      className={classNames(
        'pointer-events-none absolute top-2 z-20 max-w-[calc(100%-1rem)] truncate rounded-md bg-black/65 px-2 py-1 font-medium text-white text-xs tabular-nums transition-opacity',
        end ? 'right-2' : 'left-2',
        faint && 'opacity-0',
      )}
    >
      <span className={paired && date ? 'max-sm:hidden' : undefined}>{name}</span>
      {date && <span className={paired ? 'max-sm:hidden' : undefined}> · </span>}
      {date}
    </span>
  );
}
