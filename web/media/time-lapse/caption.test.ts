// The text of a time-lapse, whatever the place is named.
import { expect, test } from 'vitest';
import { drawCaption } from './make-time-lapse.ts';

/** Each sign is ten wide. */
function drawn(place: string, width: number): string | undefined {
  const lines: string[] = [];
  const context = {
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    fillRect: () => undefined,
    fillText: (line: string) => lines.push(line),
    measureText: (line: string) => ({ width: Array.from(line).length * 10 }),
  } as unknown as CanvasRenderingContext2D;
  drawCaption(context, { width, height: 240 }, { date: 'March 4, 2026', place });
  return lines[1];
}

test('a place of any script stands in a film as it is written, and is cut between its signs', () => {
  expect(drawn('المبنى, Block B', 400)).toBe('المبنى, Block B');
  expect(drawn('pay\u202egnp.exe', 400)).toBe('paygnp.exe');
  expect(drawn('🏗🏗🏗🏗🏗🏗🏗🏗', 84)).toBe('🏗🏗🏗🏗🏗…');
});
