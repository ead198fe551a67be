// Refuses what another site's page sends in a visitor's name: mutations and socket upgrades alike (decisions §12).
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export type Origin = ReturnType<typeof openOrigin>;

/** `publicUrl`: the origin under which people reach us; null: whatever the Host header says. */
export function openOrigin(options: { publicUrl: string | null }) {
  function isOurs(origin: string, request: FastifyRequest): boolean {
    const here = `${request.protocol}://${request.host}`;
    // Without a PUBLIC_URL there may be a proxy that speaks https for us and tells nothing of it.
    return origin === here || origin === (options.publicUrl ?? `https://${request.host}`);
  }

  return {
    /** 403 for a foreign or `null` Origin; without one (not a browser) the cookie alone decides. */
    refuseForeign(request: FastifyRequest): void {
      const { origin, 'sec-fetch-site': site } = request.headers;
      const ours =
        origin === undefined
          ? site === undefined || site === 'same-origin' || site === 'none'
          : isOurs(origin, request);
      if (ours) return;
      const message = 'This was sent by a page of another site and was refused';
      throw new Problem({ status: 403, code: 'foreign_origin', message });
    },
  };
}
