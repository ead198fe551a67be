// One site twice from the same point in the air, with a divider to drag; without script the divider is in the middle.
import { Divided } from '#web/media/shown/divided.tsx';
import { followDivider } from '#web/media/shown/divider.ts';
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

export function ThenAndNow() {
  return (
    <figure className="min-w-0">
      <Divided draggable ratio={ratio} label="Compare the frame with the handover" ref={whenThere}>
        <figure>
          <span className="photo">
            <Photo
              alt="The same plot seven months earlier: a concrete frame of two floors and a crane"
              phone={framePhone}
              whole={frame}
              ratio={ratio}
              first
            />
          </span>
          <figcaption>Frame</figcaption>
        </figure>
        <figure className="after">
          <span className="photo">
            <Photo
              alt="A residential block at handover, from the air: six storeys, planted yard, parked cars"
              phone={handoverPhone}
              whole={handover}
              ratio={ratio}
              first
            />
          </span>
          <figcaption>Handover</figcaption>
        </figure>
      </Divided>
      <figcaption className="mt-3 text-center text-muted text-sm">
        The same view, seven months apart. Drag the line across.
      </figcaption>
    </figure>
  );
}

/** The divider moves by a style on its element, so dragging it causes no render. */
function whenThere(pair: HTMLDivElement | null): void {
  if (pair) followDivider(pair);
}
