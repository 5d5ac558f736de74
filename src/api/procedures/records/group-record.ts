/** A group of models, and who may use it. */
import { z } from 'zod';
import type { Group, UsableGroup } from '../../../core/accounts/groups.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, kind } from './values.ts';

export const groupRecord = z.strictObject({
  group: z.string(),
  kind,
  factor: decimal.optional().describe('Factor applied to every price of its models. For operators only.'),
  models: z.array(z.string()).nullable().describe('Null: the models whose cards name the group.'),
  open: z.boolean().describe('Whether every account may use it.'),
  accounts: z
    .array(z.string())
    .optional()
    .describe('Accounts that may use it when it is not open. For operators only.'),
  new_accounts: z
    .boolean()
    .optional()
    .describe('Whether new accounts may use it when it is not open. For operators only.'),
  moderated: z.boolean().describe('Whether prompts that contain banned words are rejected.'),
  default_version: z
    .string()
    .nullable()
    .describe('Image model version of prompts that name none. Null: KINORA_DEFAULT_VERSION.'),
  any_model: z
    .boolean()
    .describe('Whether OpenAI clients that name an unknown model get the default one, instead of an error.'),
});

export function toGroupRecord(
  {
    name,
    kind: groupKind,
    factorMicros,
    models,
    isOpen,
    isForNewAccounts,
    accounts,
    isModerated,
    defaultVersion,
    servesAnyModel,
  }: UsableGroup & Partial<Pick<Group, 'accounts'>>,
  isForOperator: boolean,
): ReadOnly<z.output<typeof groupRecord>> {
  return {
    group: name,
    kind: groupKind,
    ...(isForOperator && { factor: money(factorMicros) }),
    models: models ?? null,
    open: isOpen,
    ...(isForOperator && { accounts, new_accounts: isForNewAccounts }),
    moderated: isModerated,
    default_version: defaultVersion ?? null,
    any_model: servesAnyModel,
  };
}
