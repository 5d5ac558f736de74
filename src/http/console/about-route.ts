/** GET /api/about: what the Console must know before anybody has signed in. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { countOperators } from '../../accounts/users.ts';
import type { Database } from '../../db/open.ts';
import { route, type Route } from '../route.ts';

export interface AboutParts {
  readonly db: Database;
  readonly currency: string;
  readonly defaultVersion: string;
  readonly publicModels: boolean;
  readonly openId: { readonly issuer: string } | undefined;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const about = z.object({
  version: z.string(),
  currency: z.string().describe('Of all amounts: three letters.'),
  default_version: z.string().describe('Image model version of prompts that name none.'),
  open_id: z.boolean().describe('One can sign in at a provider.'),
  open_id_host: z.string().nullable().describe('Its host name.'),
  public_models: z.boolean().describe('Models and prices are shown to everybody.'),
  set_up: z.boolean().describe('Somebody runs this server; else its set-up link waits in its log.'),
});

export function aboutRoutes({ db, currency, defaultVersion, publicModels, openId }: AboutParts): Route[] {
  return [
    route({
      family: 'console',
      auth: 'none',
      method: 'GET',
      path: '/api/about',
      summary: 'What there is to know before signing in',
      answers: { 200: { says: 'Of this server.', shape: about } },
      handle: async () => ({
        version,
        currency,
        default_version: defaultVersion,
        open_id: openId !== undefined,
        open_id_host: openId ? new URL(openId.issuer).host : null,
        public_models: publicModels,
        set_up: (await countOperators(db)) > 0,
      }),
    }),
  ];
}
