// Marks a picture as a full sphere, so that viewers know how to wrap it.
import sharp from 'sharp';

/** The XMP packet of an equirectangular picture that covers everything; `heading` is the compass direction of its middle. */
export function sphereXmp(width: number, height: number, heading: number): string {
  const fields = {
    ProjectionType: 'equirectangular',
    UsePanoramaViewer: 'True',
    FullPanoWidthPixels: width,
    FullPanoHeightPixels: height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: 0,
    CroppedAreaTopPixels: 0,
    PoseHeadingDegrees: heading,
  };
  const tags = Object.entries(fields).map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>`);
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/">',
    ...tags,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}

/** Adds the sphere's XMP to a JPEG without touching its picture: one APP1 segment after the start of the file. */
export async function asSphere(jpeg: Buffer, heading: number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const name = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
  const packet = Buffer.from(sphereXmp(width, height, heading), 'utf8');
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(2 + name.length + packet.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, packet, jpeg.subarray(2)]);
}
