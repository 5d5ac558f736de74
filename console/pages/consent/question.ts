/** The question of a program, and the answer of the user. */
import type { RouteContract } from '../../../src/api/contract.ts';

export type Question = RouteContract['GET /api/oauth.request']['answer'];

/** The limits in the form. */
export interface ConsentLimits {
  /** Empty means the first group. */
  readonly group: string;
  readonly cap: string;
  readonly span: 'cap_total' | 'cap_day' | 'cap_month';
  /** The price above which a person is asked. Empty means never. */
  readonly askAbove: string;
  readonly expires: string;
}

/**
 * A single call of a tool that costs more than this is unusual. Other interfaces cannot ask, so
 * nothing is suggested for them.
 */
const usualToolPrice = '0.50';

export function suggestLimits({ audience }: Pick<Question, 'audience'>): ConsentLimits {
  const askAbove = audience === 'mcp' ? usualToolPrice : '';
  return { group: '', cap: '10', span: 'cap_month', askAbove, expires: '90d' };
}

/** An amount as people write it: up to six digits after the point. */
export function isAmount(text: string): boolean {
  return /^\d{1,9}(\.\d{1,6})?$/.test(text.trim());
}
