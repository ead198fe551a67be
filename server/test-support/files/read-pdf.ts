// Opens a PDF as a reader program would: its pages' texts, tags, links and pictures, its outline and what it says of itself.
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TagNode = { role?: string; alt?: string; children?: TagNode[] };
/** Every tag in reading order; `alt` where it has one. */
export type Tag = { role: string; alt: string | null };

/** A piece of text on its page, in points from the upper left corner. */
export type TextBox = { page: number; text: string; left: number; right: number; top: number; bottom: number };

export type OpenedPdf = {
  pages: string[];
  boxes: TextBox[];
  text: string;
  tags: Tag[];
  links: string[];
  /** How many pictures each page paints. */
  pictures: number[];
  /** Width and height of each page in points. */
  sizes: [number, number][];
  outline: string[];
  title: string;
  language: string;
};

function flatten({ role, alt, children = [] }: TagNode): Tag[] {
  return [...(role ? [{ role, alt: alt ?? null }] : []), ...children.flatMap(flatten)];
}

async function readPage(document: PDFDocumentProxy, number: number) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const boxes = items.flatMap((item): TextBox[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [x = 0, y = 0] = item.transform.slice(4) as number[];
    return [
      { page: number, text: item.str, left: x, right: x + item.width, top: top - y - item.height, bottom: top - y },
    ];
  });
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  const tree = (await page.getStructTree()) as TagNode | null;
  const annotations = (await page.getAnnotations()) as { subtype: string; url?: string }[];
  const { fnArray } = await page.getOperatorList();
  return {
    text,
    boxes,
    size: [Math.round(right - left), Math.round(top - bottom)] as [number, number],
    tags: tree ? flatten(tree) : [],
    links: annotations.flatMap(({ subtype, url }) => (subtype === 'Link' && url ? [url] : [])),
    pictures: fnArray.filter((operator) => operator === OPS.paintImageXObject).length,
  };
}

type OutlineNode = { title: string; items: OutlineNode[] };
const titles = ({ title, items }: OutlineNode): string[] => [title, ...items.flatMap(titles)];

export async function readPdf(bytes: Buffer): Promise<OpenedPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false });
  const document = await loading.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) pages.push(await readPage(document, number));
  const outline = ((await document.getOutline()) ?? []) as unknown as OutlineNode[];
  const info = (await document.getMetadata()).info as { Title?: string; Language?: string };
  await loading.destroy();
  return {
    pages: pages.map(({ text }) => text),
    boxes: pages.flatMap(({ boxes }) => boxes),
    text: pages.map(({ text }) => text).join('\n'),
    tags: pages.flatMap(({ tags }) => tags),
    links: pages.flatMap(({ links }) => links),
    sizes: pages.map(({ size }) => size),
    pictures: pages.map(({ pictures }) => pictures),
    outline: outline.flatMap(titles),
    title: info.Title ?? '',
    language: info.Language ?? '',
  };
}
