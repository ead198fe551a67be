// Videos whose header says what a test needs; nothing in them can be played.
import { numbers, videoBox } from './made-files.ts';

type MadeVideo = {
  codec: string;
  profile?: number;
  width: number;
  height: number;
  seconds: number;
  /** All together. */
  bytes: number;
  /** Its table of contents comes before the media data. */
  front?: boolean;
  turned?: boolean;
  sound?: string;
  /** Further parts of its table of contents. */
  more?: Buffer[];
};

function describedTrack(handler: string, { tkhd, entry }: { tkhd: Buffer; entry: Buffer }): Buffer {
  const stsd = videoBox('stsd', numbers(0, 1), entry);
  const hdlr = videoBox('hdlr', numbers(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(12));
  return videoBox('trak', videoBox('tkhd', tkhd), videoBox('mdia', hdlr, videoBox('minf', videoBox('stbl', stsd))));
}

/** A video that says so of itself; its pictures are noise. */
export function describedVideo({ width, height, seconds, front = true, ...video }: MadeVideo): Buffer {
  const tkhd = Buffer.alloc(84);
  tkhd.writeInt32BE(video.turned ? 0 : 65_536, 40);
  tkhd.writeInt32BE(video.turned ? 65_536 : 0, 44);
  const fields = Buffer.alloc(78);
  fields.writeUInt16BE(width, 24);
  fields.writeUInt16BE(height, 26);
  const avcC = videoBox('avcC', Buffer.from([1, video.profile ?? 100, 0, 40]));
  const picture = videoBox(video.codec, fields, ...(video.codec === 'avc1' ? [avcC] : []));
  const sound = video.sound === undefined ? [] : [videoBox(video.sound, Buffer.alloc(28))];
  const mvhd = videoBox('mvhd', numbers(0, 0, 0, 1000, Math.round(seconds * 1000)), Buffer.alloc(80));
  const moov = videoBox(
    'moov',
    mvhd,
    describedTrack('vide', { tkhd, entry: picture }),
    ...sound.map((entry) => describedTrack('soun', { tkhd: Buffer.alloc(84), entry })),
    ...(video.more ?? []),
  );
  const ftyp = videoBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
  const noise = Buffer.alloc(Math.max(0, video.bytes - ftyp.length - moov.length - 8), 7);
  const mdat = videoBox('mdat', noise);
  return Buffer.concat(front ? [ftyp, moov, mdat] : [ftyp, mdat, moov]);
}
