// Ids of files in the product's own storage, and links to its folders, as they leave: sealed, for their paths name the crew's folders.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Makes names that reveal nothing of what they stand for, and that only this installation can make and read. */
export type NameCipher = {
  hide(text: string): string;
  /** Null: no name of this scope. */
  reveal(name: string): string | null;
};

const ivBytes = 16;

/** The same text has the same name in one scope, and another in every other. */
export function createNameCipher(secret: string, purpose: string): (scope: string | number) => NameCipher {
  const keyFor = (part: string) => Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${part}`, 32));
  const [cipherKey, ivKey] = [keyFor('name'), keyFor('iv')];
  return (scope) => {
    const ivOf = (text: string) => createHmac('sha256', ivKey).update(`${scope} ${text}`).digest().subarray(0, ivBytes);
    return {
      hide(text) {
        const iv = ivOf(text);
        const cipher = createCipheriv('aes-256-ctr', cipherKey, iv);
        return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
      },
      reveal(name) {
        const bytes = Buffer.from(name, 'base64url');
        if (bytes.length <= ivBytes) return null;
        const iv = bytes.subarray(0, ivBytes);
        const decipher = createDecipheriv('aes-256-ctr', cipherKey, iv);
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString();
        return ivOf(text).equals(iv) ? text : null;
      },
    };
  };
}

const [stored, sealed] = ['local:', 'file:'];
/** Lists of thousands are answered again and again. */
const maxKnown = 10_000;
const ownLink = /^(\/media\/(?:folders|files)\/)(.*?)(\.\w{1,8})?$/s;
/** Of the pages that show a file: what names it in their addresses. */
const named = ['item', 'leftItem', 'rightItem'];

/** Ids of files at other hosts say nothing, and stay as they are. What was sealed stays so, and what is open is good still. */
export function createFileIds(secret: string) {
  const { hide, reveal } = createNameCipher(secret, 'file id')('');

  const known = new LRUCache<string, string>({ max: maxKnown });

  function seal(id: string): string {
    if (!id.startsWith(stored)) return id;
    const made = known.get(id) ?? `${sealed}${hide(id.slice(stored.length))}`;
    known.set(id, made);
    return made;
  }

  function open(id: string): string {
    const path = id.startsWith(sealed) ? reveal(id.slice(sealed.length)) : null;
    return path === null ? id : `${stored}${path}`;
  }

  /** It leads to a folder or to a file of the same kind, and nowhere. */
  function sealLink(link: string): string {
    const [, place, path, extension = ''] = ownLink.exec(link) ?? [];
    if (place === undefined || path === undefined) return link;
    return place === '/media/folders/' ? `${place}${hide(`${path}${extension}`)}` : `${place}${hide(path)}${extension}`;
  }

  /** The address of a page, as it may be passed on. */
  function sealAddress(address: string): string {
    const [path = '', query] = address.split(/\?(.*)/s);
    const asked = new URLSearchParams(query);
    const open = named.filter((name) => asked.get(name)?.startsWith(stored));
    for (const name of open) asked.set(name, seal(asked.get(name) ?? ''));
    return open.length === 0 ? address : `${path}?${asked}`;
  }

  return { seal, open, sealLink, sealAddress };
}
export type FileIds = ReturnType<typeof createFileIds>;
