// Names one after the other, as a sentence lists them.

const mostNames = 3;

/** 'a.jpg', 'a.jpg and b.jpg', 'a.jpg, b.jpg, c.jpg and 4 more'. */
export function listed(names: readonly string[]): string {
  const rest = names.length - mostNames;
  const parts = rest > 0 ? [...names.slice(0, mostNames), `${rest} more`] : names;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
