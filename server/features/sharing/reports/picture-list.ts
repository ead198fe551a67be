// The pictures of a report by number: found while it is gathered, read while it is drawn.
import type { PictureSize } from '#contract/media/endpoints.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { PictureNumber } from '#server/media/reports/report-model.ts';
import type { SourceFile } from '#server/media/sources/source.ts';

type Read = () => Promise<Uint8Array | null>;

export class PictureList {
  readonly #reads: Read[] = [];
  /** Identifies the exact bytes of each. */
  readonly identities: string[] = [];
  readonly #thumbnails: Pick<Thumbnails, 'get'>;
  readonly #person: number;

  constructor(thumbnails: Pick<Thumbnails, 'get'>, person: number) {
    this.#thumbnails = thumbnails;
    this.#person = person;
  }

  /** As pages show it: without a position. */
  addFile(
    { id, version, picture }: Pick<SourceFile, 'id' | 'version' | 'picture'>,
    size: PictureSize = 's800',
  ): PictureNumber {
    const asked = { id, version, picture, person: this.#person };
    return this.#add(`${id} ${version} ${size}`, async () => (await this.#thumbnails.get(asked, size, 'jpeg')).bytes);
  }

  addBytes(identity: string, read: Read): PictureNumber {
    return this.#add(identity, read);
  }

  /** Null if it is not available: its place in the report says so. */
  async read(number: PictureNumber): Promise<Uint8Array | null> {
    return (await this.#reads[number]?.().catch(() => null)) ?? null;
  }

  #add(identity: string, read: Read): PictureNumber {
    this.identities.push(identity);
    return this.#reads.push(read) - 1;
  }
}
