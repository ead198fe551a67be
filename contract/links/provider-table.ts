// The words in which the table of providers is written: a host, the forms its links take, what each form means.
import type { ParsedUrl } from './parse-url.ts';

export type Provider =
  | 'local'
  | 'google-drive'
  | 'google-docs'
  | 'youtube'
  | 'vimeo'
  | 'dropbox'
  | 'onedrive'
  | 'sharepoint'
  | 'matterport'
  | 'kuula'
  | 'cloudpano'
  | 'theasys'
  | 'momento360'
  | 'roundme'
  | 'lapentor'
  | 'zillow3d'
  | 'teliportme'
  | 'panoee'
  | 'theta360'
  | 'ricoh360'
  | 'insta360'
  | 'openspace'
  | '3dvista'
  | 'self-hosted'
  | 'google-streetview'
  | 'google-mymaps'
  | 'google-maps'
  | 'dronedeploy'
  | 'pix4d'
  | 'webodm'
  | 'cesium'
  | 'mapbox'
  | 'propeller'
  | 'xyz'
  | 'direct'
  | 'unknown';

export type LinkKind = 'folder' | 'file' | 'image' | 'video' | 'geotiff' | 'tour' | 'map' | 'unknown';

/** What the operator configures: own hosts (names without scheme and port) and the key of the Maps Embed API. */
export interface LinkHosts {
  webodm?: readonly string[] | undefined;
  tours?: readonly string[] | undefined;
  mapsKey?: string | undefined;
}

/** What a recognised link means. */
export interface LinkInfo {
  provider: Provider;
  kind: LinkKind;
  id: string | null;
  embedUrl: string | null;
}

/** A form that fitted, for the functions that build addresses from it. */
export interface Match {
  /** '' where the form has none. */
  id: string;
  /** The named groups of the form's path. */
  part: Record<string, string | undefined>;
  address: ParsedUrl;
  mapsKey: string | undefined;
}

export interface UrlPattern {
  /** Anchored, against the path without trailing slashes. Its group `id`, if any, is the id. */
  path: RegExp;
  /** Where the id is a query value: its name and its anchored pattern. The form fits only if the value does. */
  idIn?: readonly [name: string, pattern: RegExp];
  kind: LinkKind | ((match: Match) => LinkKind);
  /** Builds on a constant host; of the pasted link only matched parts, query and fragment may be used. */
  embed?: (match: Match) => string | null;
}

export interface ProviderRow {
  provider: Provider;
  /** Exact hosts, without `www.`. */
  hosts?: readonly string[];
  /** Domains of which every subdomain belongs to the provider. */
  under?: readonly string[];
  /** The host serves other things too, so that a link of no known form is not this provider's. */
  shared?: true;
  forms: readonly UrlPattern[];
}

/** What the table says of an address; null where no row knows it. */
export function readTable(table: readonly ProviderRow[], address: ParsedUrl, mapsKey?: string): LinkInfo | null {
  const rows = table.filter((row) => ownsHost(row, address.host));
  for (const row of rows) {
    for (const form of row.forms) {
      const match = readForm(form, address, mapsKey);
      if (match) return meaning(row.provider, form, match);
    }
  }
  const owner = rows.find((row) => !row.shared);
  return owner ? { provider: owner.provider, kind: 'unknown', id: null, embedUrl: null } : null;
}

/** A query of the given values, those without one left out, with its `?`; '' when none is left. Encodes nothing. */
export function queryOf(values: Record<string, string | number | null | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** A query value, if it has the expected (anchored) shape. */
export function queryValue(address: ParsedUrl, name: string, pattern: RegExp): string | null {
  const value = address.query.get(name);
  return value !== null && pattern.test(value) ? value : null;
}

function ownsHost(row: ProviderRow, host: string): boolean {
  return (row.hosts?.includes(host) || row.under?.some((domain) => host.endsWith(`.${domain}`))) ?? false;
}

function readForm(form: UrlPattern, address: ParsedUrl, mapsKey: string | undefined): Match | null {
  const fit = form.path.exec(address.path);
  if (!fit) return null;
  const part: Match['part'] = fit.groups ?? {};
  const id = form.idIn ? queryValue(address, ...form.idIn) : (part.id ?? '');
  return id === null ? null : { id, part, address, mapsKey };
}

function meaning(provider: Provider, form: UrlPattern, match: Match): LinkInfo {
  return {
    provider,
    kind: typeof form.kind === 'function' ? form.kind(match) : form.kind,
    id: match.id || null,
    embedUrl: form.embed?.(match) ?? null,
  };
}
