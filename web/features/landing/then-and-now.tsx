// One site twice from the same point in the air, with a divider to drag; without script the divider is in the middle.
import { ChevronsLeftRight } from 'lucide-react';
import type { InputEvent } from 'react';
import frame from './pictures/frame.webp';
import framePhone from './pictures/frame-phone.webp';
import handover from './pictures/handover.webp';
import handoverPhone from './pictures/handover-phone.webp';

// A picture of the landing page: a small file for phones whatever their screen, one for everybody else.
type PhotoProps = {
  alt: string;
  phone: string;
  whole: string;
  /** Width through height. */
  ratio: number;
  /** In the first view: asked for before anything else. */
  first?: boolean;
  className?: string;
};

const width = 1040;

export function Photo({ alt, phone, whole, ratio, first, className }: PhotoProps) {
  return (
    <picture>
      <source media="(width < 640px)" srcSet={phone} />
      <img
        src={whole}
        alt={alt}
        width={width}
        height={Math.round(width / ratio)}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        className={className}
      />
    </picture>
  );
}

const ratio = 1.6;
const label = 'absolute top-3 rounded-md bg-black/70 px-2 py-1 font-medium text-white text-xs tabular-nums';

/** The divider moves by a style on the figure, so dragging it causes no render. */
function draw({ currentTarget }: InputEvent<HTMLInputElement>) {
  currentTarget.closest('figure')?.style.setProperty('--line-at', `${currentTarget.value}%`);
}

export function ThenAndNow() {
  return (
    <figure className="min-w-0 [--line-at:50%]">
      <div className="relative aspect-[1.6] select-none overflow-hidden rounded-card bg-sunken shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2">
        <Photo
          alt="A residential block at handover, from the air: six storeys, planted yard, parked cars"
          phone={handoverPhone}
          whole={handover}
          ratio={ratio}
          first
          className="absolute inset-0 size-full object-cover"
        />
        <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--line-at))_0_0)]">
          <Photo
            alt="The same plot seven months earlier: a concrete frame of two floors and a crane"
            phone={framePhone}
            whole={frame}
            ratio={ratio}
            first
            className="absolute inset-0 size-full object-cover"
          />
        </div>
        <span className={`${label} left-3`}>Frame</span>
        <span className={`${label} right-3`}>Handover</span>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-(--line-at) -ml-px w-0.5 bg-white shadow-[0_0_6px_rgb(0_0_0/0.5)]"
        >
          <span className="absolute top-1/2 left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-white text-[#14181f] shadow-raised">
            <ChevronsLeftRight className="size-5" />
          </span>
        </span>
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label="Compare the frame with the handover"
          onInput={draw}
          className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
        />
      </div>
      <figcaption className="mt-3 text-center text-muted text-sm">
        The same view, seven months apart. Drag the line across.
      </figcaption>
    </figure>
  );
}
