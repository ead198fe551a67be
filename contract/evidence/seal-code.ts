// The code of a seal: the beginning of its hash in letters that are not mistaken for each other, short enough to be printed.

/** Crockford's base32: no I, L, O or U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits: nobody finds one by trying. */
const codeLength = 16;

/** Of a SHA-256 in hex. */
export function codeOfHash(hash: string): string {
  let bits = BigInt(`0x${hash.slice(0, (codeLength * 5) / 4)}`);
  let code = '';
  for (let at = 0; at < codeLength; at++) {
    code = letters.charAt(Number(bits % 32n)) + code;
    bits /= 32n;
  }
  return code;
}

/** As it is printed: XXXX-XXXX-XXXX-XXXX. */
export function printedCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/** As somebody typed it, with or without hyphens, and letters that look like figures as those; null for anything else. */
export function readCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}
