// How counts and names stand in a sentence.

/** 'Foundation' for 'foundation'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** '1 picture', '1,204 pictures'; a plural that is not made with s is the third argument. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
}

const mostNames = 3;

/** 'a.jpg', 'a.jpg and b.jpg', 'a.jpg, b.jpg, c.jpg and 4 more'. */
export function listed(names: readonly string[]): string {
  const rest = names.length - mostNames;
  const parts = rest > 0 ? [...names.slice(0, mostNames), `${rest} more`] : names;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
