// The schemas and routes of the company's name, colour, logo and address.
import * as z from 'zod/mini';
import { text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { maxAddressLine, maxAddressLines, maxBrandName } from './brand.ts';

/** What would begin a new line or hide what follows: a name stands in titles and in headers of mails. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const BrandName = text('The company needs a name', maxBrandName, 'The name').check(
  z.refine((name) => !unprintable.test(name), 'The name must stand in one line'),
);

const noColour = 'A colour is a # and six digits, such as #1a5fb4';
/** Null: the product's own blue. */
export const BrandColour = z.nullable(
  z.pipe(
    z.string(noColour).check(z.regex(/^#[\da-f]{6}$/i, noColour)),
    z.transform((colour) => colour.toLowerCase()),
  ),
);

const linesOf = (address: string) => address.split('\n');

/** '' where none is given; its lines are trimmed. */
export const BrandAddress = z.pipe(
  z.pipe(
    z.string('The address must be text'),
    z.transform((address) =>
      address
        .split(/\r\n|\r|\n|\u2028|\u2029/)
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    ),
  ),
  z.string().check(
    z.refine((all) => linesOf(all).length <= maxAddressLines, `An address has at most ${maxAddressLines} lines`),
    z.refine(
      (all) => linesOf(all).every((line) => line.length <= maxAddressLine),
      `A line of the address has at most ${maxAddressLine} characters`,
    ),
    z.refine(
      (all) => linesOf(all).every((line) => !unprintable.test(line)),
      'The address holds a character that cannot be printed',
    ),
  ),
);

/** As it is in effect: `fixed` stand in the environment and are not edited. */
export const SavedBrand = z.object({
  name: z.string(),
  colour: z.nullable(z.string()),
  address: z.string(),
  /** Its address. */
  logo: z.nullable(z.string()),
  /** Where visitors write to, and its pages on two networks: '' for none. They stand in the environment, or nowhere. */
  email: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
  fixed: z.array(z.enum(['name', 'email', 'linkedin', 'instagram'])),
  version: z.number(),
});
export type SavedBrand = z.infer<typeof SavedBrand>;

/** Without a name it stays; one that stands in the environment is not sent. */
export const BrandEdit = z.object({ name: z.optional(BrandName), colour: BrandColour, address: BrandAddress, version });

/** A `data:image/…;base64,` string, as for profile photos. */
export const Logo = z.object({ logo: z.string('Please select an image file') });

export const LogoVersion = z.object({ version: z.string().check(z.regex(/^[\da-f]{16}$/)) });

const access = can.manageSettings;

export const brandRoutes = {
  brand: {
    reply: SavedBrand,
    access,
    summary: 'Name, colour, logo and address of the company, and which of them stand in the environment.',
  },
  editBrand: {
    body: BrandEdit,
    reply: SavedBrand,
    access,
    summary: 'Changes name, colour and address, everywhere at once.',
  },
  changeLogo: {
    body: Logo,
    reply: SavedBrand,
    access,
    summary: 'Keeps a logo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
    counts: 'upload',
  },
  removeLogo: {
    reply: SavedBrand,
    access,
    summary: 'Takes the logo away: the mark of the product stands there again.',
  },
  brandLogo: {
    params: LogoVersion,
    reply: 'image/webp',
    access: 'anyone',
    summary: 'The logo, under an address that changes with it.',
  },
} satisfies RouteDefinitions;
