// Sets the clock of a rendered drone picture: its header says where it was taken, the demo says when. Its pixels stay as they are.

/** As the rendered pictures name the drone that took them (demo-renderer/shot-header.ts). */
export const cameraName = 'Topout Demo drone';

/** Lagos keeps one hour ahead of UTC all year. */
const lagosHours = 1;

/** EXIF's way of saying that a moment is not known. */
const noMoment = '    :  :     :  :  ';

/** What the camera's clock shows at a moment in milliseconds since 1970: yyyy-mm-ddThh:mm:ss. */
export function cameraClock(at: number): string {
  return new Date(at + lagosHours * 3_600_000).toISOString().slice(0, 19);
}

/** `jpeg` as if it had been taken at that moment; every moment of its EXIF block, which comes first, is unknown before. */
export function stamp(jpeg: Buffer, at: number): Buffer {
  const [date = '', time = ''] = cameraClock(at).split('T');
  const taken = `${date.replaceAll('-', ':')} ${time}`;
  const stamped = Buffer.from(jpeg);
  const end = 4 + jpeg.readUInt16BE(4);
  let place = stamped.indexOf(noMoment);
  if (place < 0 || place > end) throw new Error('The picture has no clock to be set');
  for (; place >= 0 && place < end; place = stamped.indexOf(noMoment, place)) stamped.write(taken, place, 'latin1');
  return stamped;
}
