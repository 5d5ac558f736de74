/**
 * Prices in LiteLLM's terms, which its public cost map and the `/model/info` of its gateway share. In US
 * dollars. Facts: `model_prices_and_context_window.json` of BerriAI/litellm, November 2026. Prices of tokens
 * are left out: the cost then depends on the job.
 */

/**
 * For each of these fields, there may be further prices of single resolutions. The group of the expression
 * captures the resolution.
 */
export const perImageField = /^output_cost_per_image(?:_(\d+(?:\.\d+)?K?))?$/;
/** The first field with a price counts. */
export const perSecondFields = [
  /^output_cost_per_video_per_second(?:_(\d+[pk]))?$/,
  /^output_cost_per_second(?:_(\d+[pk]))?$/,
] as const;

export interface ListedAmount {
  readonly amount: number;
  readonly resolution: string | undefined;
}

/**
 * The amounts of a field in an entry: its own, and those of single resolutions. Values that are not numbers
 * are ignored.
 */
export function amountsIn(entry: Readonly<Record<string, unknown>>, field: RegExp): ListedAmount[] {
  return Object.entries(entry).flatMap(([name, amount]) => {
    const [match, resolution] = field.exec(name) ?? [];
    return match !== undefined && typeof amount === 'number' ? [{ amount, resolution }] : [];
  });
}
