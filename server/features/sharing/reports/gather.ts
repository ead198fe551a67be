// What the gathering of every report shares: for whom it is, and the files of the visits in it as that reader sees them.
import { type Kysely, sql } from 'kysely';
import type { LinkHosts } from '#contract/links/link.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { ReportEdition } from '#contract/sharing/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand, ShownBrand } from '#server/db/settings/brand.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { lastName } from '#server/db/user-names.ts';
import { listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { Report } from '#server/media/reports/report-model.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import type { PendingPairs, PictureList } from './pairs.ts';

export type ReportDependencies = {
  hosts: LinkHosts;
  source: MediaSource;
  thumbnails: Pick<Thumbnails, 'get'>;
  settings: ReadSettings;
  brand: ReadBrand;
  /** Where people reach the product; null: reports hold no address. */
  publicUrl: string | null;
  fileIds: FileIds;
};

/** Who reads it, and as whom its content is gathered: that of clients and guests as the project's client sees it. */
export type Gathering = ReportDependencies & {
  db: Kysely<Tables>;
  reader: Person;
  edition: ReportEdition;
  /** Another address for its QR code than the page's own, as of a share. */
  link?: Report['link'];
};

/** `report` lacks only when it is made, and the alignments that somebody looks for now. */
export type Gathered = {
  report: Omit<Report, 'madeAt' | 'madeOn'>;
  pictures: PictureList;
  name: string;
  pendingPairs: PendingPairs | null;
};

export async function projectClient(
  db: Kysely<Tables>,
  projectId: number,
): Promise<{ reader: Person; firstName: string; lastName: string; company: string | null }> {
  const found = await sql<{ id: number; firstName: string; lastName: string; company: string | null }>`
    select c.id, c.first_name as "firstName", ${lastName('c')} as "lastName", c.company
    from projects p join users c on c.id = p.client_id where p.id = ${projectId}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error(`Project ${projectId} has no client`);
  return { ...row, reader: { kind: 'person', id: row.id, role: 'client' } };
}

type Listed = { files: SourceFile[]; link: string };

/** Lists each tab once; one that cannot be listed now has no pictures. */
export function createFileFinder({ db, hosts, source, reader }: Gathering) {
  const lists = new Map<string, Promise<Listed>>();

  async function read(id: number, kind: MediaKind): Promise<Listed> {
    const linked = await loadSessionLink({ db, hosts }, reader, { id, kind });
    const files = await listVisibleFiles(source, linked).catch((error: unknown) => {
      if (error instanceof MediaError) return null;
      throw error;
    });
    // Also of the crew's edition: a report is passed on.
    const shown = files?.filter(({ id: item, kind: of }) => of === 'image' && !linked.takenBack.has(item)) ?? [];
    return { files: shown, link: linked.text ?? '' };
  }

  function listed(id: number, kind: MediaKind): Promise<Listed> {
    const key = `${id} ${kind}`;
    const known = lists.get(key) ?? read(id, kind);
    lists.set(key, known);
    return known;
  }

  return {
    list: async (id: number, kind: MediaKind): Promise<SourceFile[]> => (await listed(id, kind)).files,
    /** With the link behind which it lies. */
    async find(id: number, kind: MediaKind, item: string): Promise<{ file: SourceFile; link: string } | null> {
      const { files, link } = await listed(id, kind);
      const file = files.find((one) => one.id === item);
      return file ? { file, link } : null;
    },
  };
}
export type FileFinder = ReturnType<typeof createFileFinder>;

export async function readLogo(db: Kysely<Tables>, version: string): Promise<Buffer | null> {
  const found = await sql<{ image: Buffer }>`select image from brand_logos where version = ${version}`.execute(db);
  return found.rows[0]?.image ?? null;
}

/** How the company stands in a report; its logo is one of the pictures. */
export function brandInReport(
  { db }: Pick<Gathering, 'db'>,
  brand: ShownBrand,
  pictures: PictureList,
): Report['brand'] {
  const { name, colour, address, logo } = brand;
  const version = logo?.split('/').at(-1);
  return {
    name,
    colour: colour && shadesOf(colour).light.ink,
    address: address.split('\n').filter(Boolean).join(', '),
    logo: version ? pictures.add({ of: 'logo', version }, () => readLogo(db, version)) : null,
  };
}
