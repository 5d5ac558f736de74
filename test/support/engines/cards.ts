/** The unchanged model cards, for an engine of the tests. */
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';

export const scriptedCards: unknown[] = readCatalogue().models.map(({ card }) => ({
  ...card,
  engine: 'scripted',
}));
