/** The plan that a visitor chose. Its id is in the URLs of the pages before sign-in and of links in mails. */
import { useAddress } from '../../data/address.ts';

export interface ChosenPlan {
  /** Undefined if none was chosen. */
  readonly plan: string | undefined;
  /** The path of its purchase in the Console, which follows the sign-in. */
  readonly purchase: string | undefined;
}

export function useChosenPlan(): ChosenPlan {
  const [{ plan: id }] = useAddress<{ plan?: string }>();
  const plan = id || undefined;
  return { plan, purchase: plan && `/ledger?${new URLSearchParams({ ask: 'plan', plan })}` };
}
