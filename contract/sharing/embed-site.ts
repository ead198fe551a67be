// The sites on which a shared page may be embedded: what somebody types becomes an origin, or nothing.

const label = '[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?';
const site = new RegExp(`^(https://)?((?:${label}\\.)+${label})(:\\d{1,5})?([/?#].*)?$`);

/**
 * 'https://www.example.com' for that address with whatever path, and for the name alone; null for what is no site with https. A name with
 * other letters is typed as it is looked up, with xn--.
 */
export function siteOrigin(typed: string): string | null {
  const [, , name = '', , , port = ''] = site.exec(typed.trim().toLowerCase()) ?? [];
  const isName = name.length > 3 && name.length < 254 && /[a-z][a-z\d-]*$/.test(name) && !/\.\d+$/.test(name);
  return isName ? `https://${name}${port === ':443' ? '' : port}` : null;
}

/** Several of them, as they are typed into one field. */
export function splitSites(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((one) => one !== '');
}
