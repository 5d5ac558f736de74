/** GET /api/about: what the Console must know before a user signs in. */
import { z } from 'zod';
import { signUpStates, type SignUpState } from '../../platform/config/access-settings.ts';
import type { SignInProviderSettings } from '../../platform/config/sign-in-providers.ts';
import { readLogo, readSite, siteName, type Site } from '../../core/operate/site.ts';
import { hasOfferedPlans } from '../../core/payments/plan-rows.ts';
import { countOperators } from '../../core/accounts/users.ts';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Database } from '../../platform/db/open.ts';
import type { ReadOnly } from '../../platform/lib/read-only.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { version } from '../../platform/version.ts';
import { basePath } from '../http/request/server-path.ts';
import { logoAddress, logoPath } from '../http/reply/site-look.ts';
import { route, type Route } from '../http/route.ts';

export interface AboutDependencies {
  readonly db: Database;
  readonly currency: string;
  readonly defaultVersion: string;
  readonly publicModels: boolean;
  readonly starred: { readonly hours: number; readonly quotaBytes: number; readonly retentionHours: number };
  readonly signInProviders: readonly SignInProviderSettings[];
  readonly signUp: SignUpState;
  readonly baseUrl: string | undefined;
  /** The mail server. Undefined if the server sends no e-mail. */
  readonly smtp: unknown;
}

const about = z.strictObject({
  version: z.string(),
  currency: z.string().describe('Currency of all amounts: a three-letter code.'),
  time_zone: z
    .string()
    .describe('Time zone in which days and months of caps, budgets, usage and statements begin.'),
  default_version: z.string().describe('Image model version of prompts without a version.'),
  providers: z
    .array(z.strictObject({ name: z.string(), label: z.string() }))
    .describe('Providers where users can sign in.'),
  sign_up: z.enum(signUpStates).describe('Who can get an account; open: anybody.'),
  site: z
    .strictObject({
      name: z.string().describe('Name of the server.'),
      contact: z.string().nullable(),
      announcement: z.string().nullable(),
      logo: z.string().nullable().describe('Path of the logo; null: there is none.'),
      terms: z.boolean().describe('It has terms, which people accept when they sign up.'),
      privacy: z.boolean().describe('It has a privacy policy.'),
    })
    .describe('What the operator tells visitors.'),
  mail: z.boolean().describe('The server sends e-mail, so that users can reset their password themselves.'),
  files: z
    .strictObject({
      hours: z.number().int().describe('Hours that generated files are kept.'),
      starred_hours: z.number().int().describe('Hours that the files of starred tasks are kept.'),
      starred_megabytes: z
        .number()
        .int()
        .describe('Megabytes of starred files that an account may keep longer.'),
    })
    .describe('How long files are kept.'),
  public_models: z.boolean().describe('Models and prices are visible without signing in.'),
  plans: z.boolean().describe('Plans are on offer, and are visible without signing in.'),
  set_up: z.boolean().describe('The server has an operator. If false, the setup link is in the server log.'),
});

export const legalQuery = z.strictObject({ text: z.enum(['terms', 'privacy']).describe('Which text.') });
export const logoQuery = z.strictObject({
  v: z.string().max(64).optional().describe('Version of the logo, so that browsers may keep it.'),
});
export const legalText = z.strictObject({
  text: z.string().nullable().describe('Plain text; null: there is none.'),
});

export type AboutRecord = ReadOnly<z.output<typeof about>>;

export function aboutRoutes(parts: AboutDependencies): Route[] {
  const { db, currency, defaultVersion, publicModels, signInProviders, signUp, smtp } = parts;
  const { starred: starredLimits } = parts;
  return [
    route({
      interfaceName: 'console',
      auth: 'none',
      isPublic: true,
      method: 'GET',
      path: '/api/about',
      summary: 'Get public information about the server',
      responses: { 200: { description: 'Public information about the server.', shape: about } },
      handle: async () => ({
        version,
        currency,
        time_zone: await readTimeZone(db),
        default_version: defaultVersion,
        providers: signInProviders.map(({ name, label }) => ({ name, label })),
        sign_up: signUp,
        site: siteRecord(await readSite(db), basePath(parts.baseUrl)),
        mail: smtp !== undefined,
        files: {
          hours: starredLimits.retentionHours,
          starred_hours: Math.max(starredLimits.hours, starredLimits.retentionHours),
          starred_megabytes: starredLimits.quotaBytes / 1_000_000,
        },
        public_models: publicModels,
        plans: publicModels && (await hasOfferedPlans(db)),
        set_up: (await countOperators(db)) > 0,
      }),
    }),
    route({
      interfaceName: 'console',
      auth: 'none',
      isPublic: true,
      method: 'GET',
      path: '/api/legal',
      summary: 'Get the terms or the privacy policy of the server',
      query: legalQuery,
      responses: { 200: { description: 'The text.', shape: legalText } },
      handle: async ({ query }) => ({ text: (await readSite(db))[query.text] ?? null }),
    }),
    route({
      interfaceName: 'console',
      auth: 'none',
      isPublic: true,
      method: 'GET',
      path: logoPath,
      summary: 'Get the logo of the server',
      query: logoQuery,
      responses: { 200: { description: 'The logo.', types: ['image/png'] } },
      errorCodes: ['route_unknown'],
      handle: async ({ reply }) => {
        const logo = await readLogo(db);
        if (!logo) throw new AppError('route_unknown', { method: 'GET', path: logoPath });
        return reply
          .type('image/png')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('x-content-type-options', 'nosniff')
          .send(logo);
      },
    }),
  ];
}

function siteRecord(site: Site, path: string): AboutRecord['site'] {
  const { contact, announcement, terms, privacy } = site;
  return {
    name: siteName(site),
    contact: contact ?? null,
    announcement: announcement ?? null,
    logo: logoAddress(site, path) ?? null,
    terms: terms !== undefined,
    privacy: privacy !== undefined,
  };
}
