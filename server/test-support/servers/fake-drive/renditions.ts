// Pictures that Google makes of files: behind links that expire, and under the addresses of public files.
import sharp from 'sharp';
import type { FakeDriveItem, VisibleItems } from './items.ts';
import { type Reply, refusalReply } from './reply.ts';

export type ThumbnailLinks = ReturnType<typeof thumbnailLinks>;

/** Links carry the generation in which they were given out. */
export function thumbnailLinks(base: string) {
  let generation = 1;
  return {
    give: (id: string): string => `${base}drive-storage/${id}-${generation}=s220`,
    isGood: (of: string): boolean => Number(of) === generation,
    expire: (): void => {
      generation++;
    },
  };
}

async function render(item: FakeDriveItem, side: number): Promise<Reply> {
  // A file that is no picture gets a plain one, like a video's poster.
  const from = item.mimeType.startsWith('image/')
    ? sharp(item.bytes).autoOrient()
    : sharp({ create: { width: 1600, height: 900, channels: 3, background: '#46505a' } });
  const sized = side === 0 ? from : from.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return { status: 200, headers: { 'content-type': 'image/jpeg' }, body: await sized.jpeg().toBuffer() };
}

export async function renditionAnswer(
  testApp: { files: FakeDriveItem[]; links: ThumbnailLinks },
  sight: VisibleItems,
  { path, query }: { path: string; query: URLSearchParams },
): Promise<Reply> {
  const [, linked, generation, linkSide] = /^\/drive-storage\/([\w-]+)-(\d+)=s(\d+)$/.exec(path) ?? [];
  const [, direct, directSide] = /^\/d\/([\w-]+)=s(\d+)$/.exec(path) ?? [];
  const [, width] = /^[ws](\d+)$/.exec(query.get('sz') ?? '') ?? [];
  const id = linked ?? direct ?? (path === '/thumbnail' ? query.get('id') : null);
  const side = linkSide ?? directSide ?? width;
  const item = id ? sight.find(id) : null;
  if (linked && !testApp.links.isGood(generation ?? '')) return refusalReply(403, 'forbidden');
  if (!item?.bytes || item.noThumbnail || side === undefined) return refusalReply(404, 'notFound');
  return render(item, Number(side));
}
