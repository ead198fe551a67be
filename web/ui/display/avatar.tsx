// A person's photo, or their initials.
import { useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

const sizes = { md: 'size-8 text-xs', lg: 'size-12 text-base', xl: 'size-24 text-2xl' };

type AvatarProps = {
  name: string;
  photo?: string | null | undefined;
  size?: keyof typeof sizes | undefined;
};

/** Decoration: the name stands beside it, so screen readers pass it by. */
export function Avatar({ name, photo, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-ink',
        sizes[size],
      )}
    >
      {photo && photo !== broken ? (
        <img
          src={photo}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          ref={(img) => {
            // One in the first HTML may have failed before React listens.
            if (img?.complete && img.currentSrc && img.naturalWidth === 0) setBroken(photo);
          }}
          onError={() => setBroken(photo)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** The first letters of the first and the last word: 'Ada Nneka Obi' is AO. */
function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
