// The divider between two visits that lie on each other: dragged, moved by arrow keys, or by the buttons beside it.
import { useEffect } from 'react';
import { Handle, HandleRoot, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import { noPan } from './pan-zoom.tsx';

type DividerProps = {
  /** Percent from the left. */
  at: number;
  /** What lies left and right of it, for screen readers. */
  titles: { left: string; right: string };
  onMove: (at: number) => void;
};

/** Only the handle answers, so that a finger beside it scrolls the page or moves the pictures. */
export function Divider({ at, titles, onMove }: DividerProps) {
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
  const words = `${titles.left} on ${Math.round(at)}%, ${titles.right} on ${100 - Math.round(at)}%`;
  return (
    <Provider {...slider}>
      <Root
        className="absolute! inset-0 z-10 *:pointer-events-none"
        style={{ pointerEvents: 'none', maxWidth: 'none' }}
      >
        <HandleRoot
          aria-label="Divider"
          aria-valuetext={words}
          className={`${noPan} group`}
          style={{ outline: 'none' }}
        >
          <Handle
            className="__rcs-handle-root rounded-full"
            buttonStyle={{ width: '2.75rem', height: '2.75rem', backgroundColor: 'rgb(0 0 0 / 0.45)' }}
          />
        </HandleRoot>
      </Root>
    </Provider>
  );
}
