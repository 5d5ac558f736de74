/** The cards as they are, for an engine of the tests. */
import { readCatalogue } from '../../src/models/catalogue.ts';
import { puppetCards } from './puppet.ts';

export const cardsForPuppet = puppetCards(
  readCatalogue().models.map(({ card }) => card as unknown as Record<string, unknown>),
);
