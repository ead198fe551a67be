// The header under which name a browser shows or saves what it gets.

/** The plain form is for old programs; all others read the second. */
export function contentDisposition(name: string, how: 'inline' | 'attachment'): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
