// Two pictures of one place, the older one over the newer one, with a divider that a slider moves: for guests, for clients, on the landing page, in archives.
import type { CSSProperties, ReactNode, Ref } from 'react';

/** Which part of the newer picture is shown: that beside the divider, or all of it as faint as the slider says. */
type Mode = 'swipe' | 'fade';

type Shaped = { ratio: number | null };
/** A frame has the newer picture's aspect ratio, within these limits. */
const ratios = { min: 0.6, usual: 1.5, max: 2 };

export function ratioOfPair({ newer, older }: { newer: Shaped; older: Shaped }): number {
  const ratio = newer.ratio ?? older.ratio ?? ratios.usual;
  return Math.min(ratios.max, Math.max(ratios.min, ratio));
}

type DividedProps = {
  mode?: Mode;
  /** Width by height of the pictures' frame. */
  ratio: number;
  /** Per cent. */
  at?: number;
  label: string;
  /** Whatever else the script must know of it. */
  warp?: string | undefined;
  /** The pictures themselves are dragged: the slider lies over them, unseen. */
  draggable?: boolean;
  /** Two figures, the newer one with the class `after`. */
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

/** Without a script the styles decide: the two stand beside each other, or the divider stays in the middle. */
export function Divided({ mode = 'swipe', ratio, at = 50, label, warp, draggable, children, ref }: DividedProps) {
  return (
    <div
      ref={ref}
      className={`pair over ${mode}${draggable ? ' dragged' : ''}`}
      style={{ '--ratio': ratio.toFixed(4), '--at': `${at}%` } as CSSProperties}
      data-mode={mode}
      data-warp={warp}
    >
      {children}
      <input type="range" min="0" max="100" defaultValue={at} autoComplete="off" aria-label={label} />
      <span className="handle" aria-hidden="true" />
    </div>
  );
}
