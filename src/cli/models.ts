/** kinora models: what can be asked for, and what it costs. */
import { loadConfig } from '../config.ts';
import { readCatalogue } from '../models/catalogue.ts';
import { describeAllowed } from '../models/check-parameters.ts';
import type { ModelCard } from '../models/model-card.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';

export const models: Command = {
  name: 'models',
  says: 'List the models with their prices and parameters.',
  options: jsonOption,
  run: async ({ flags }) => {
    const { currency } = loadConfig();
    const cards = readCatalogue().models.map(model => model.card);
    if (flags['json']) printJson(cards);
    else process.stdout.write(`${cards.map(card => describe(card, currency)).join('\n\n')}\n`);
    return exitCodes.ok;
  },
};

function describe(card: ModelCard, currency: string): string {
  const prices = card.price.rules.map(rule => {
    const when = Object.entries(rule.when ?? {}).map(([name, value]) => `${name} ${value}`);
    return `    ${rule.unitPrice} ${currency} / ${card.price.unit}${when.length > 0 ? ` (${when.join(', ')})` : ''}`;
  });
  const parameters = Object.entries(card.parameters.properties).map(
    ([name, schema]) =>
      `    ${name}: ${describeAllowed(schema)}${schema['default'] === undefined ? '' : `; usually ${schema['default']}`}`,
  );
  const tiers = Object.entries(card.tiers).map(([tier, factor]) => `${tier} x ${factor}`);
  return [
    `${card.id} (group ${card.group})`,
    `  ${card.description}`,
    '  Price:',
    ...prices,
    `    ${tiers.join(', ')}`,
    ...(parameters.length > 0 ? ['  Parameters:', ...parameters] : []),
    ...(card.versions ? [`  Versions: ${card.versions.join(', ')}`] : []),
  ].join('\n');
}
