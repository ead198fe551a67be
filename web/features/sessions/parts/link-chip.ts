// How a link of a session looks where all of them stand beside each other.
export const linkChip =
  'touch-target inline-flex max-w-full items-center gap-1.5 rounded-control border border-line px-3 py-1.5 text-left text-sm';
