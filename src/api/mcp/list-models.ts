/** The tool `list_models`: what the token can use, with prices and parameters. */
import { formatMicros } from '@kinora/shared/money';
import { descriptionIn, operations } from '@kinora/shared/models/model-card';
import { z } from 'zod';
import { usableModels } from '../../core/catalogue/models/usable-models.ts';
import { unitPrices, chooseDefaultTier } from '../http/agent-tools/prices-text.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { reads, tool, type Tool } from './tool.ts';

const model = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(['image', 'video']),
  operations: z.array(z.enum(operations)),
  price: z.object({
    unit: z.enum(['image', 'second', 'clip']),
    currency: z.string(),
    tier: z.string(),
    rules: z
      .array(z.object({ when: z.record(z.string(), z.unknown()), unit_price: z.string() }))
      .describe('Of the rules that match, the one with the most conditions applies.'),
  }),
  parameters: z
    .record(z.string(), z.unknown())
    .describe('Arguments that only this model has, as JSON Schema.'),
  references: z.array(z.string()).describe('Arguments with images that it accepts.'),
});

export function listModels({ catalogue, currency }: McpDependencies): Tool {
  return tool({
    name: 'list_models',
    title: 'List the models',
    description:
      'Lists the models that this token can use: what each can do, its prices, and the arguments that only it has. Free.',
    arguments: z.strictObject({}),
    output: z.object({ models: z.array(model) }),
    annotations: reads,
    run: async ({ call: { token, language } }) => {
      const models = usableModels(catalogue, token).map(({ card }) => ({
        id: card.id,
        name: card.name,
        description: descriptionIn(card, language),
        kind: card.kind,
        operations: card.operations,
        price: {
          unit: card.price.unit,
          currency,
          tier: chooseDefaultTier(card, token),
          rules: unitPrices(card, token).map(({ when, micros }) => ({
            when,
            unit_price: formatMicros(micros),
          })),
        },
        parameters: card.parameters.properties,
        references: Object.keys(card.references),
      }));
      const lines = models.map(({ id, name, description }) => `- ${id} (${name}): ${description}`);
      const text = models.length > 0 ? lines.join('\n') : 'This token can use no model.';
      return { content: [{ type: 'text', text }], structuredContent: { models } };
    },
  });
}
