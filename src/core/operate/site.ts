/** What the operator tells the visitors of the server: its name, how to reach its operator, an announcement, and legal texts. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

/** All texts are plain. Undefined means that there is none. */
export interface Site {
  /** Instead of "Kinora". */
  readonly name: string | undefined;
  readonly contact: string | undefined;
  /** Shown on top of every page. */
  readonly announcement: string | undefined;
  /** With terms, people accept them when they sign up. */
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
}

export const siteFields = ['name', 'contact', 'announcement', 'terms', 'privacy'] as const;

const read = statement('read_site', 'select name, contact, announcement, terms, privacy from site');
const change = statement(
  'change_site',
  `insert into site (name, contact, announcement, terms, privacy) values ($1, $2, $3, $4, $5)
   on conflict (id) do update set name = excluded.name, contact = excluded.contact, announcement = excluded.announcement,
     terms = excluded.terms, privacy = excluded.privacy, changed_at = now()`,
);

export async function readSite(db: Queryable): Promise<Site> {
  const none = {
    name: undefined,
    contact: undefined,
    announcement: undefined,
    terms: undefined,
    privacy: undefined,
  };
  return (await readFirst<Site>(db, read)) ?? none;
}

export async function changeSite(db: Queryable, site: Site): Promise<void> {
  await db.query(
    change,
    siteFields.map(field => site[field] ?? null),
  );
}

/** The name under which the operator offers this server. */
export async function siteName(db: Queryable): Promise<string> {
  return (await readSite(db)).name ?? 'Kinora';
}
