/** Positions in the chart. */

/** Round axis steps from zero to at least `highest`, at most five. */
export function axisTicks(highest: number): number[] {
  const roughStep = highest / 4;
  const unit = 10 ** Math.floor(Math.log10(roughStep));
  const step = [1, 2, 2.5, 5, 10].map(times => times * unit).find(size => size * 4 >= highest) ?? roughStep;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

/** Moves positions apart until they have a minimum distance, and as little as possible. */
export function spreadApart(places: readonly number[], room: number): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const movedPlaces = [...places];
  for (const [rank, index] of order.entries()) {
    const before = order[rank - 1];
    if (before !== undefined)
      movedPlaces[index] = Math.max(movedPlaces[index] ?? 0, (movedPlaces[before] ?? 0) + room);
  }
  return movedPlaces;
}
