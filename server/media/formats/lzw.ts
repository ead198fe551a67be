// Unpacks LZW as TIFF has it (TIFF 6.0 §13): codes of 9 to 12 bits, the most significant one first.

const [clear, end, firstFree, mostCodes] = [256, 257, 258, 4_096];

/** The codes of at most 12 bits that a run of bytes holds, as wide as `width` says when each of them is due. */
function* codesOf(packed: Uint8Array, width: () => number): Generator<number> {
  let [hold, held] = [0, 0];
  for (const byte of packed) {
    hold = (hold << 8) | byte;
    held += 8;
    if (held < width()) continue;
    held -= width();
    yield hold >>> held;
    hold &= (1 << held) - 1;
  }
}

/** What a code stands for has been written before: where, and how long it is. At most `most` bytes; throws where a code stands for nothing. */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array {
  const made = new Uint8Array(most);
  const [starts, lengths] = [new Uint32Array(mostCodes), new Uint32Array(mostCodes)];
  let [next, width, out] = [firstFree, 9, 0];
  let [before, beforeLength] = [0, 0];

  /** The one before and the first byte of what comes now. */
  function learn(): void {
    if (beforeLength === 0 || next === mostCodes) return;
    starts[next] = before;
    lengths[next] = beforeLength + 1;
    next += 1;
    if (next >= (1 << width) - 1 && width < 12) width += 1;
  }
  /** Byte by byte: what is copied may end in what is being written. */
  function write(code: number): void {
    if (code >= next) throw new RangeError('A code stands for nothing');
    const length = code < clear ? 1 : (lengths[code] ?? 0);
    before = out;
    beforeLength = length;
    if (code < clear) made[out] = code;
    else for (let from = starts[code] ?? 0, to = out; to < out + length; from += 1, to += 1) made[to] = made[from] ?? 0;
    out = Math.min(out + length, most);
  }

  for (const code of codesOf(packed, () => width)) {
    if (code === end || out === most) break;
    if (code === clear) {
      next = firstFree;
      width = 9;
      beforeLength = 0;
    } else {
      learn();
      write(code);
    }
  }
  return made.subarray(0, out);
}
