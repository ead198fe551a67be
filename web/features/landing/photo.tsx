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
