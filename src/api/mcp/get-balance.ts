/**
 * The tool `get_balance`: what the token may spend, and what the account has left if the token may see that.
 */
import { formatMicros } from '@kinora/shared/money';
import { z } from 'zod';
import { readCurrentToken } from '../../core/accounts/tokens.ts';
import { tokenBalance } from '../../core/billing/token-balance.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { reads, tool, type Tool } from './tool.ts';

const cap = z.object({ limit: z.string(), left: z.string() });
const balance = z.object({
  currency: z.string(),
  available: z
    .string()
    .nullable()
    .describe('What the account can spend. Null: this token sees only what is its own.'),
  held: z
    .string()
    .describe(
      'Held for tasks of the account that have not ended; for those of the token if `available` is null.',
    ),
  spendable: z
    .string()
    .nullable()
    .describe(
      'What this token can spend now: the least of all that follows and the account. Null: it has no cap.',
    ),
  caps: z.object({ total: cap.optional(), day: cap.optional(), month: cap.optional() }),
});

export function getBalance({ db, currency }: McpDependencies): Tool {
  return tool({
    name: 'get_balance',
    title: 'Get the balance',
    description:
      'Returns the spending caps of this token and what they leave, and what the account has left if the token may see that. A call that exceeds one of them is rejected before anything is charged. Free.',
    arguments: z.strictObject({}),
    output: balance,
    annotations: reads,
    run: async ({ call }) => {
      // Read again, because the token of the call does not contain what it has spent since its last change.
      const token = await readCurrentToken(db, call.token);
      const { account, caps, spendableMicros } = await tokenBalance(db, token);
      const record = {
        currency,
        available: account ? formatMicros(account.availableMicros) : null,
        held: formatMicros(account?.heldMicros ?? token.heldMicros),
        spendable: spendableMicros === undefined ? null : formatMicros(spendableMicros),
        caps: Object.fromEntries(
          Object.entries(caps).map(([name, { limitMicros, leftMicros }]) => [
            name,
            { limit: formatMicros(limitMicros), left: formatMicros(leftMicros) },
          ]),
        ),
      };
      return { content: [{ type: 'text', text: inWords(record) }], structuredContent: record };
    },
  });
}

function inWords({ currency, available, spendable }: z.infer<typeof balance>): string {
  if (spendable === null)
    return 'This token has no spending cap. It does not see the balance of the account.';
  const ofAccount = available === null ? '' : ` The account has ${available} ${currency} available.`;
  return `This token can spend ${spendable} ${currency}.${ofAccount}`;
}
