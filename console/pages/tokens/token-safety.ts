/** Finds risky tokens, for the warnings above the list. */
import { sumAmounts } from '../../data/amounts.ts';
import type { Token } from '../../data/tokens/tokens.ts';

export const warnings = ['unlimited', 'endless', 'idle', 'removable'] as const;
export type Warning = (typeof warnings)[number];

const dayMs = 86_400_000;
const idleDays = 90;
const unusedDays = 30;

/** `endless`: the token does not expire. `removable`: it can no longer be used, or was never used. */
export function listWarnings(token: Token, now: number): readonly Warning[] {
  if (token.state === 'revoked') return [];
  if (token.state === 'expired') return ['removable'];
  const { cap_total, cap_day, cap_month, expires, created, last_used } = token;
  const daysSince = (time: string) => (now - Date.parse(time)) / dayMs;
  const isUnused = last_used === null && daysSince(created) >= unusedDays;
  const isIdle = !isUnused && daysSince(last_used ?? created) >= idleDays;
  const hasWarning: Readonly<Record<Warning, boolean>> = {
    unlimited: cap_total === null && cap_day === null && cap_month === null,
    endless: expires === null,
    idle: isIdle,
    removable: isUnused,
  };
  return warnings.filter(warning => hasWarning[warning]);
}

/** The cap that is nearest to being reached. Returns undefined if the token has none. */
export function nearestCap(token: Token) {
  const { cap_total, cap_day, cap_month, spent: spentAmount, held: heldAmount, today, this_month } = token;
  const caps = [
    { span: 'total', cap: cap_total, used: sumAmounts([spentAmount, heldAmount]) },
    { span: 'day', cap: cap_day, used: today },
    { span: 'month', cap: cap_month, used: this_month },
  ] as const;
  return caps
    .flatMap(({ span, cap, used }) =>
      cap === null ? [] : [{ span, cap, used, share: usedShare(used, cap) }],
    )
    .toSorted((one, other) => other.share - one.share)[0];
}

export function usedShare(used: string, cap: string): number {
  return Number(cap) > 0 ? Number(used) / Number(cap) : 1;
}
