/** The tool `get_balance`: what the account and the token have left. */
import { formatMicros, type Micros } from '@kinora/shared/money';
import { z } from 'zod';
import { balanceOf } from '../../core/billing/ledger.ts';
import { findTokenByIdOrPrefix, type Token } from '../../core/accounts/tokens.ts';
import type { McpParts } from './mcp-parts.ts';
import { reads, tool, type Tool } from './tool.ts';

const cap = z.object({ limit: z.string(), left: z.string() });
const balance = z.object({
  currency: z.string(),
  available: z.string().describe('What the account can spend.'),
  held: z.string().describe('Held for tasks that have not ended.'),
  spendable: z
    .string()
    .describe('What this token can spend now: the least of all that follows and the account.'),
  caps: z.object({ total: cap.optional(), day: cap.optional(), month: cap.optional() }),
});

export function getBalance({ db, currency }: McpParts): Tool {
  return tool({
    name: 'get_balance',
    title: 'Get the balance',
    description:
      'Returns what the account has left and the spending caps of this token. A call that exceeds one of them is rejected before anything is charged. Free.',
    arguments: z.strictObject({}),
    output: balance,
    annotations: reads,
    run: async ({ call }) => {
      // That of the call may be as it was when it was last changed, before it spent anything.
      const token = (await findTokenByIdOrPrefix(db, call.token.id)) ?? call.token;
      const { availableMicros = 0n, heldMicros = 0n } = (await balanceOf(db, token.accountId)) ?? {};
      const caps = capsOf(token);
      const lefts = [availableMicros, ...Object.values(caps).map(({ leftMicros }) => leftMicros)];
      const spendable = formatMicros(lefts.reduce((least, each) => (each < least ? each : least)));
      const record = {
        currency,
        available: formatMicros(availableMicros),
        held: formatMicros(heldMicros),
        spendable,
        caps: Object.fromEntries(
          Object.entries(caps).map(([name, { limitMicros, leftMicros }]) => [
            name,
            { limit: formatMicros(limitMicros), left: formatMicros(leftMicros) },
          ]),
        ),
      };
      const text = `This token can spend ${spendable} ${currency}. The account has ${record.available} ${currency} available.`;
      return { content: [{ type: 'text', text }], structuredContent: record };
    },
  });
}

interface Cap {
  readonly limitMicros: Micros;
  readonly leftMicros: Micros;
}

function capsOf(token: Token): Readonly<Record<string, Cap>> {
  const all = [
    ['total', token.capTotalMicros, token.heldMicros + token.spentMicros],
    ['day', token.capDayMicros, token.todayMicros],
    ['month', token.capMonthMicros, token.monthMicros],
  ] as const;
  return Object.fromEntries(
    all.flatMap(([name, limitMicros, used]) => {
      if (limitMicros === null) return [];
      return [[name, { limitMicros, leftMicros: limitMicros > used ? limitMicros - used : 0n }]];
    }),
  );
}
