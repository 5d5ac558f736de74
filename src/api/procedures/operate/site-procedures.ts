/** site show | change. */
import { z } from 'zod';
import { contrastIn, leastContrast, readableShade, type Theme } from '@kinora/shared/color/contrast';
import { fieldInvalid, fieldRejected } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { changeLogo, changeSite, readSite, siteFields, type Site } from '../../../core/operate/site.ts';
import { encodeLogo } from '../../../media/picture/encode-logo.ts';
import { readBase64Picture, type UploadLimits } from '../../../media/picture/read-upload.ts';
import { orNone } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';

const text = (most: number) => orNone(z.string().trim().min(1).max(most)).optional();
const color = orNone(
  z
    .string()
    .trim()
    .toLowerCase()
    .refine(text => /^#[0-9a-f]{6}$/.test(text), reasonCode('color')),
).optional();

/** Fits into a request of the Console, as Base64. */
const logoLimits: UploadLimits = { maxBytes: 180 * 1024, minEdge: 16, maxEdge: 4096 };

const siteOutput = z.strictObject({
  name: z.string().nullable(),
  contact: z.string().nullable(),
  announcement: z.string().nullable(),
  terms: z.string().nullable(),
  privacy: z.string().nullable(),
  accent_light: z.string().nullable(),
  accent_dark: z.string().nullable(),
  logo: z.string().nullable().describe('Version of the logo; null: there is none.'),
});

const input = z.strictObject({
  name: text(60).describe('Name of the server, instead of Kinora. "none": removes it.'),
  contact: text(200).describe('How to reach the operator, such as an email address. "none": removes it.'),
  announcement: text(500).describe('Text on top of every page. "none": removes it.'),
  terms: text(100_000).describe(
    'Terms as plain text, which people accept when they sign up. "none": removes them.',
  ),
  privacy: text(100_000).describe('Privacy policy as plain text. "none": removes it.'),
  accent_light: color.describe(
    'Accent color of the light theme and of mails, as #rrggbb. "none": the default.',
  ),
  accent_dark: color.describe('Accent color of the dark theme, as #rrggbb. "none": the default.'),
  logo: orNone(z.string().min(1).max(250_000))
    .optional()
    .describe('Logo as Base64 or a data URL: PNG, JPEG, WebP or GIF, at most 180 KB. "none": removes it.'),
});
type Input = z.output<typeof input>;

export const siteProcedures = [
  procedure({
    name: 'site show',
    description:
      'Show what this server tells its visitors: name, look, contact, announcement and legal texts.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: siteOutput,
    run: async ({ db }) => toRecord(await readSite(db)),
  }),
  procedure({
    name: 'site change',
    description: 'Change what this server tells its visitors, and its look.',
    who: 'operator',
    changes: true,
    input,
    output: siteOutput,
    run: async (context, changes) => {
      const { db, note } = context;
      checkColor('light', changes.accent_light);
      checkColor('dark', changes.accent_dark);
      const before = await readSite(db);
      await changeSite(db, withChanges(before, changes));
      await changeLogoTo(context, changes.logo);
      const after = toRecord(await readSite(db));
      await note({ object: 'site', before: toRecord(before), after });
      return after;
    },
  }),
];

/** Throws AppError `field_invalid` for a color in which text cannot be read. */
function checkColor(theme: Theme, color: string | null | undefined): void {
  if (color == null) return;
  const contrast = contrastIn(theme, color);
  if (contrast >= leastContrast) return;
  throw fieldInvalid(`accent_${theme}`, theme === 'light' ? 'color_on_light' : 'color_on_dark', {
    color,
    contrast: (Math.floor(contrast * 10) / 10).toFixed(1),
    least: leastContrast,
    shade: readableShade(theme, color),
  });
}

/** The file itself is not stored, only its pixels. Throws AppError `field_invalid`. */
async function changeLogoTo(
  { db, actor }: Pick<Context, 'actor' | 'db'>,
  logo: Input['logo'],
): Promise<void> {
  if (logo === undefined) return;
  if (logo === null) return changeLogo(db, undefined);
  const upload = await readBase64Picture(logo, logoLimits, actor.accountId);
  if (!upload.ok) throw fieldRejected('logo', upload.reason);
  await changeLogo(db, await encodeLogo(upload.bytes));
}

function withChanges(before: Site, changes: Input): Site {
  const requestedFields: Partial<Record<(typeof siteFields)[number], string | null | undefined>> = {
    ...changes,
    accentLight: changes.accent_light,
    accentDark: changes.accent_dark,
  };
  const entries = siteFields.map(field => [
    field,
    requestedFields[field] === undefined ? before[field] : (requestedFields[field] ?? undefined),
  ]);
  return { ...before, ...Object.fromEntries(entries) };
}

function toRecord(site: Site) {
  return {
    name: site.name ?? null,
    contact: site.contact ?? null,
    announcement: site.announcement ?? null,
    terms: site.terms ?? null,
    privacy: site.privacy ?? null,
    accent_light: site.accentLight ?? null,
    accent_dark: site.accentDark ?? null,
    logo: site.logoVersion ?? null,
  };
}
