// The words that are burned into a film: the day of the picture, and of what it is.
import type { Size } from './film-plan.ts';

export type Caption = { date: string; place: string };

const family = '"Inter Variable", system-ui, sans-serif';

/** White on a scrim at the lower edge; what is too long for its line is cut with an ellipsis. */
export function drawCaption(context: CanvasRenderingContext2D, { width, height }: Size, { date, place }: Caption) {
  const unit = Math.max(12, Math.min(width, height) / 24);
  const top = height - unit * 3.6;
  const scrim = context.createLinearGradient(0, top, 0, height);
  scrim.addColorStop(0, 'rgb(0 0 0 / 0)');
  scrim.addColorStop(1, 'rgb(0 0 0 / 0.75)');
  context.fillStyle = scrim;
  context.fillRect(0, top, width, height - top);
  context.fillStyle = '#ffffff';
  const room = width - unit * 2;
  context.font = `600 ${unit}px ${family}`;
  context.fillText(cutTo(context, date, room), unit, height - unit * 1.75);
  context.font = `500 ${unit * 0.62}px ${family}`;
  context.fillText(cutTo(context, place, room), unit, height - unit * 0.8);
}

/** What would turn round the words behind it; each line stands alone. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** By whole signs. */
function cutTo(context: CanvasRenderingContext2D, text: string, room: number): string {
  const signs = Array.from(text.replace(turns, ''));
  const whole = signs.join('');
  if (context.measureText(whole).width <= room) return whole;
  const cut = () => `${signs.join('').trimEnd()}…`;
  while (signs.length > 1 && context.measureText(cut()).width > room) signs.pop();
  return cut();
}
