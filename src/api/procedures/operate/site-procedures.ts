/** site show | change. */
import { z } from 'zod';
import { changeSite, readSite, siteFields, type Site } from '../../../core/operate/site.ts';
import { orNone } from '../fields/fields.ts';
import { procedure } from '../procedure.ts';

const text = (most: number) => orNone(z.string().trim().min(1).max(most)).optional();

const shown = z.strictObject({
  name: z.string().nullable(),
  contact: z.string().nullable(),
  announcement: z.string().nullable(),
  terms: z.string().nullable(),
  privacy: z.string().nullable(),
});

export const siteProcedures = [
  procedure({
    name: 'site show',
    description: 'Show what this server tells its visitors: name, contact, announcement and legal texts.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: shown,
    run: async ({ db }) => toRecord(await readSite(db)),
  }),
  procedure({
    name: 'site change',
    description: 'Change what this server tells its visitors.',
    who: 'operator',
    changes: true,
    input: z.strictObject({
      name: text(60).describe('Name of the server, instead of Kinora. "none": removes it.'),
      contact: text(200).describe('How to reach the operator, such as an email address. "none": removes it.'),
      announcement: text(500).describe('Text on top of every page. "none": removes it.'),
      terms: text(100_000).describe(
        'Terms as plain text, which people accept when they sign up. "none": removes them.',
      ),
      privacy: text(100_000).describe('Privacy policy as plain text. "none": removes it.'),
    }),
    output: shown,
    run: async ({ db, note }, input) => {
      const before = await readSite(db);
      const after = Object.fromEntries(
        siteFields.map(field => [
          field,
          input[field] === undefined ? before[field] : (input[field] ?? undefined),
        ]),
      ) as unknown as Site;
      await changeSite(db, after);
      await note({ object: 'site', before: toRecord(before), after: toRecord(after) });
      return toRecord(after);
    },
  }),
];

function toRecord({ name, contact, announcement, terms, privacy }: Site) {
  return {
    name: name ?? null,
    contact: contact ?? null,
    announcement: announcement ?? null,
    terms: terms ?? null,
    privacy: privacy ?? null,
  };
}
