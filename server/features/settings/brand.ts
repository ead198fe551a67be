// The company's name, colour, logo and address: edited by admins, the logo sent to everybody (behaviour §28).
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import type { SavedBrand } from '#contract/settings/endpoints.ts';
import type { Brand as ConfiguredBrand } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { logoUrl, readBrand } from '#server/db/settings/brand.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { preparePhoto, type StoredPhoto } from '#server/features/accounts/profile-photo.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import { editSettings } from './company-settings.ts';

type BrandForm = Pick<SavedBrand, 'name' | 'colour' | 'address'>;
type LogoOnly = Pick<SavedBrand, 'logo'>;

/** The logo is no field of the form: it is kept at once, and whoever has the form open is not overtaken by it. */
function partsOf(configured: ConfiguredBrand) {
  const shared = { name: 'Brand', word: 'brand', read: (db: Kysely<Tables>) => readBrand(db, configured) };
  return {
    words: {
      ...shared,
      factsOf: ({ name, colour, address }: BrandForm) => ({ name, colour, address }),
      rowsOf: ({ name, colour, address }: BrandForm) => ({
        // A name that stands in the environment is not kept as if somebody had chosen it.
        ...(configured.nameIsFixed ? {} : { brandName: name }),
        brandColour: colour,
        brandAddress: address,
      }),
    },
    logo: {
      ...shared,
      factsOf: ({ logo }: LogoOnly) => ({ logo }),
      rowsOf: ({ logo }: LogoOnly) => ({ brandLogo: logo?.split('/').at(-1) ?? null }),
    },
  };
}

/** Its address never names another picture. */
async function sendLogo({ db, params, reply }: RequestContext<typeof api.brand.brandLogo>) {
  const found = await db
    .selectFrom('brand_logos')
    .select('image')
    .where('version', '=', params.version)
    .executeTakeFirst();
  if (!found) throw notFound('Logo');
  return reply.type('image/webp').headers({ 'cache-control': 'public, max-age=31536000, immutable' }).send(found.image);
}

/** One at most is kept: an address of before answers 404. */
async function keepLogo({ tx }: WriteContext, photo: StoredPhoto | null): Promise<LogoOnly> {
  await tx.deleteFrom('brand_logos').execute();
  if (photo) await tx.insertInto('brand_logos').values(photo).execute();
  return { logo: photo && logoUrl(photo.version) };
}

export function brand({
  configured,
  decoder,
}: {
  configured: ConfiguredBrand;
  decoder: Decoder;
}): Handlers<typeof api.brand> {
  const parts = partsOf(configured);
  const fixed = () => invalid('name', 'Set by BRAND_NAME on the server; change it there');
  return {
    brand: ({ db }) => readBrand(db, configured),

    editBrand: ({ actor, body, write }) =>
      editSettings<BrandForm, SavedBrand>(parts.words, {
        actor,
        write,
        version: body.version,
        change(before) {
          const name = wellFormed(body.name ?? before.name);
          if (configured.nameIsFixed && name !== before.name) throw fixed();
          return { name, colour: body.colour, address: wellFormed(body.address) };
        },
      }),

    async changeLogo({ actor, body, write }) {
      const photo = await preparePhoto(decoder, body.logo, { field: 'logo', isWhole: true });
      const change = (_: SavedBrand, context: WriteContext) => keepLogo(context, photo);
      return editSettings<LogoOnly, SavedBrand>(parts.logo, { actor, write, version: null, change });
    },

    removeLogo({ actor, write }) {
      const change = (_: SavedBrand, context: WriteContext) => keepLogo(context, null);
      return editSettings<LogoOnly, SavedBrand>(parts.logo, { actor, write, version: null, change });
    },

    brandLogo: sendLogo,
  };
}
