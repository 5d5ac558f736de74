/** Selects and orders the fields of an audit entry for display. The JSON shows all of them. */
import type { AuditEntry } from '../../data/operators/operator-queries.ts';
import type { Difference } from './diff.ts';

/** Fields that users set. They are displayed before derived ones. */
const leadingFields = [
  'name',
  'email',
  'role',
  'amount',
  'reason',
  'cap_total',
  'cap_day',
  'cap_month',
  'cap_end_user',
  'max_open',
  'max_per_minute',
  'ask_above',
  'expires',
  'models',
  'addresses',
  'tier',
  'group',
];

/** Omits ids, which are not meaningful to readers, and empty fields of created objects. */
export function displayedDifferences(differences: readonly Difference[]): Difference[] {
  const rank = ({ field }: Difference) =>
    leadingFields.includes(field) ? leadingFields.indexOf(field) : leadingFields.length;
  return differences
    .filter(({ before, after }) => !isId(before) && !isId(after))
    .filter(({ before, after }) => before !== undefined || !isNothing(after))
    .toSorted((a, b) => rank(a) - rank(b));
}

function isNothing(text: string | undefined): boolean {
  return text === undefined || ['—', '', '0.00'].includes(text);
}

export function isId(text: string | undefined): boolean {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * The names of changed objects by id, as far as these entries contain them. If an object has two names, the
 * newer one is used.
 */
export function namesIn(entries: readonly Pick<AuditEntry, 'object' | 'before' | 'after'>[]) {
  const nameEntries = entries.flatMap(({ object, before, after }): [string, string][] => {
    const name = nameIn(after) ?? nameIn(before);
    return name === undefined ? [] : [[object, name]];
  });
  return new Map(nameEntries.toReversed());
}

function nameIn(values: unknown): string | undefined {
  const { name, email } = (values ?? {}) as Readonly<Record<string, unknown>>;
  return [name, email].find(one => typeof one === 'string' && one !== '') as string | undefined;
}
