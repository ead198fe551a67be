// Which numbers hold some digits, so that an index finds sessions by a part of their number.

/** Beyond that reading every number is no dearer. */
const maxIds = 5_000;

/**
 * All numbers up to `max` in whose decimal form these digits stand; null where they are too many to list. Each is some digits before,
 * the digits, and some digits after: the latter make a range, the former say how far apart the ranges are.
 */
export function idsContaining(digits: string, max: number): number[] | null {
  const found = new Set<number>();
  for (let after = 1; after <= max; after *= 10) {
    const apart = after * 10 ** digits.length;
    // A number does not begin with a zero.
    const first = Number(digits) * after + (digits.startsWith('0') ? apart : 0);
    for (let low = first; low <= max; low += apart) {
      for (let number = low; number < low + after && number <= max; number++) found.add(number);
      if (found.size > maxIds) return null;
    }
  }
  return [...found];
}
