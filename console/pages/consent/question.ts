/** The question of a program, and what the user answers. */
import type { RouteContract } from '../../../src/api/contract.ts';

export type Question = RouteContract['GET /api/oauth.request']['answer'];

/** The limits in the form. */
export interface Chosen {
  /** Empty: the first group. */
  readonly group: string;
  readonly cap: string;
  readonly span: 'cap_total' | 'cap_day' | 'cap_month';
  readonly expires: string;
}

export const suggested: Chosen = { group: '', cap: '10', span: 'cap_month', expires: '90d' };
