/** Which of several prices applies at a time. */

/**
 * The price that took effect last. Of several at the same time, the later version.
 * Returns undefined if none has taken effect.
 */
export function priceInEffect<Price extends { readonly effectiveAt: Date }>(
  prices: readonly Price[],
  nowMs: number,
): Price | undefined {
  const effectivePrices = prices.filter(({ effectiveAt }) => effectiveAt.getTime() <= nowMs);
  return effectivePrices.reduce<Price | undefined>(
    (best, price) => (best && best.effectiveAt > price.effectiveAt ? best : price),
    undefined,
  );
}
