/**
 * What the operator shows to the visitors of the server: its name and look, how to reach its operator, an
 * announcement, and legal texts.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

/** All texts are plain. Undefined means that there is none. */
export interface Site {
  /** The name of the server, instead of "Kinora". */
  readonly name: string | undefined;
  readonly contact: string | undefined;
  /** Shown on top of every page. */
  readonly announcement: string | undefined;
  /** The terms. If there are any, people accept them when they sign up. */
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  /** The accent color of each theme, as `#rrggbb`, in which text can be read. */
  readonly accentLight: string | undefined;
  readonly accentDark: string | undefined;
  /** A text that differs for each logo. */
  readonly logoVersion: string | undefined;
}

/** The fields that are changed together. The logo is changed apart. */
export const siteFields = [
  'name',
  'contact',
  'announcement',
  'terms',
  'privacy',
  'accentLight',
  'accentDark',
] as const;

const read = statement(
  'read_site',
  `select name, contact, announcement, terms, privacy, accent_light, accent_dark,
     left(encode(sha256(logo), 'hex'), 16) as logo_version
   from site`,
);
const change = statement(
  'change_site',
  `insert into site (name, contact, announcement, terms, privacy, accent_light, accent_dark)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (id)
   do update set name = excluded.name, contact = excluded.contact, announcement = excluded.announcement,
     terms = excluded.terms, privacy = excluded.privacy, accent_light = excluded.accent_light,
     accent_dark = excluded.accent_dark, changed_at = now()`,
);
const logo = statement('read_site_logo', 'select logo from site where logo is not null');
const storeLogo = statement(
  'change_site_logo',
  `insert into site (logo) values ($1)
   on conflict (id) do update set logo = excluded.logo, changed_at = now()`,
);

export async function readSite(db: Queryable): Promise<Site> {
  const emptySite = {
    name: undefined,
    contact: undefined,
    announcement: undefined,
    terms: undefined,
    privacy: undefined,
    accentLight: undefined,
    accentDark: undefined,
    logoVersion: undefined,
  };
  return (await readFirst<Site>(db, read)) ?? emptySite;
}

export async function changeSite(db: Queryable, site: Omit<Site, 'logoVersion'>): Promise<void> {
  await db.query(
    change,
    siteFields.map(field => site[field] ?? null),
  );
}

/** A PNG (media/picture/encode-logo.ts). Returns undefined if there is none. */
export async function readLogo(db: Queryable): Promise<Uint8Array | undefined> {
  return (await readFirst<{ readonly logo: Uint8Array }>(db, logo))?.logo;
}

export async function changeLogo(db: Queryable, png: Uint8Array | undefined): Promise<void> {
  await db.query(storeLogo, [png === undefined ? null : Buffer.from(png)]);
}

/** How mails look. */
export interface MailLook {
  readonly name: string;
  /** Undefined means the default. */
  readonly accent: string | undefined;
  /** A PNG. */
  readonly logo: Uint8Array | undefined;
}

export async function readMailLook(db: Queryable): Promise<MailLook> {
  const site = await readSite(db);
  return {
    name: siteName(site),
    accent: site.accentLight,
    logo: site.logoVersion === undefined ? undefined : await readLogo(db),
  };
}

/** The name under which the operator offers this server. */
export function siteName({ name }: Pick<Site, 'name'>): string {
  return name ?? 'Kinora';
}
