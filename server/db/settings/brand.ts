// The company's brand: what admins saved, what stands in the environment, and what both make of it (behaviour §28).
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { SavedBrand } from '#contract/settings/endpoints.ts';
import { BrandAddress, BrandColour, BrandName, LogoVersion } from '#contract/settings/routes.ts';
import type { Brand as ConfiguredBrand } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { createMemoizer } from '#server/lib/memoize.ts';
import { readSettingRows, savedSetting, versionOf } from './setting-rows.ts';

/** As it is shown: `colour` null is the product's own, `logo` its address. */
export type ShownBrand = Omit<ConfiguredBrand, 'nameIsFixed' | 'emailIsFixed'> &
  Pick<SavedBrand, 'colour' | 'address' | 'logo'>;
export type ReadBrand = () => Promise<ShownBrand>;

const rules = {
  brandName: BrandName,
  brandColour: BrandColour,
  brandAddress: BrandAddress,
  brandLogo: z.nullable(LogoVersion.shape.version),
};
const keys = Object.keys(rules);
/** The logo is no field of the form that edits them. */
const isInForm = ({ key }: { key: string }) => key !== 'brandLogo';

export function logoUrl(version: string): string {
  return `/api/brand/logo/${version}`;
}

const contactOf = ({ email, linkedin, instagram }: ConfiguredBrand) => ({ email, linkedin, instagram });

/** What stands in the environment. */
function fixedIn({
  nameIsFixed = false,
  emailIsFixed = false,
  linkedin,
  instagram,
}: ConfiguredBrand): SavedBrand['fixed'] {
  const stands = { name: nameIsFixed, email: emailIsFixed, linkedin: linkedin !== '', instagram: instagram !== '' };
  return (['name', 'email', 'linkedin', 'instagram'] as const).filter((each) => stands[each]);
}

/** What makes no sense is as if nobody had saved it. */
export async function readBrand(db: Kysely<Tables>, configured: ConfiguredBrand): Promise<SavedBrand> {
  const rows = await readSettingRows(db, keys);
  const logo = savedSetting(rows, 'brandLogo', rules.brandLogo);
  return {
    name: (configured.nameIsFixed ? null : savedSetting(rows, 'brandName', rules.brandName)) ?? configured.name,
    colour: savedSetting(rows, 'brandColour', rules.brandColour),
    address: savedSetting(rows, 'brandAddress', rules.brandAddress) ?? '',
    logo: logo && logoUrl(logo),
    ...contactOf(configured),
    fixed: fixedIn(configured),
    version: versionOf(rows.filter(isInForm)),
  };
}

const toShown = ({ fixed: _, version: __, ...shown }: SavedBrand): ShownBrand => shown;

/** Read once in each process until a write touches the topic `settings`; while the database is away it is as it was last. */
export function createBrandReader(
  db: Kysely<Tables>,
  configured: ConfiguredBrand,
  memoizer: Pick<ReturnType<typeof createMemoizer>, 'forTopics'>,
): ReadBrand {
  const cached = memoizer.forTopics(['settings']);
  const { nameIsFixed: _, emailIsFixed: __, ...own } = configured;
  let last: ShownBrand = { ...own, colour: null, address: '', logo: null };
  return async () => {
    try {
      last = await cached('brand', async () => toShown(await readBrand(db, configured)));
    } catch {
      // A page that says that the database is away has a name too.
    }
    return last;
  };
}
