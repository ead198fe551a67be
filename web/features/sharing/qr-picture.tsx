// An address as a QR code, dark on light in every theme, as cameras need it.
import { create } from 'qrcode/lib/core/qrcode.js';

/** Light modules around it, without which it is not found. */
const margin = 4;

function pathOf({ data, size }: { data: ArrayLike<number>; size: number }): string {
  const parts: string[] = [];
  for (let at = 0; at < data.length; at++)
    if (data[at]) parts.push(`M${(at % size) + margin} ${Math.floor(at / size) + margin}h1v1h-1z`);
  return parts.join('');
}

export function QrPicture({ text }: { text: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * margin;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded-control bg-white"
    >
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}
