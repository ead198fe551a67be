// An icon of the built product: its shapes lie in one file for all (scripts/build/icon-sprite.mjs), here is only its name.
import type { LucideProps } from 'lucide-react';

/** Stands in for the icon of this name in the library, and takes what the sources give that. */
export function spriteIcon(name: string) {
  return function SpriteIcon(props: LucideProps) {
    return (
      <svg
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        <use href={`${import.meta.env.ICON_SPRITE}#${name}`} />
      </svg>
    );
  };
}
