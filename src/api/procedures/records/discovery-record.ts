/** What discovery found on the usual ports of a host, and what was added of it. */
import { z } from 'zod';
import { engineTest } from './engine-record.ts';

/** The states of a program that was found. Programs that can be added come first. */
export const foundStates = ['new', 'added', 'locked', 'unusable'] as const;

export const foundRecord = z.strictObject({
  name: z
    .string()
    .nullable()
    .describe('Name of the engine that it is or would be, for --add; null: it cannot be one.'),
  title: z.string().nullable().describe('Name of the program; null: unknown.'),
  program: z.string().nullable().describe('Name and version, as the program reports them.'),
  url: z.string(),
  port: z.number().int(),
  kind: z.string().nullable().describe('Kind of engine.'),
  state: z
    .enum(foundStates)
    .describe(
      'new: it can be added. added: it is an engine already. locked: it requires a secret. unusable: `message` says why.',
    ),
  message: z.string(),
  models: z
    .array(z.strictObject({ upstream: z.string(), operations: z.array(z.string()) }))
    .describe('Its models or workflows that can be added, and what each can do.'),
  uncertain: z
    .array(z.string())
    .describe('Names that may be right, as of "engine probe". They are not added.'),
  unsuitable: z.array(z.string()).describe('Models with which an engine of this kind can do nothing.'),
  notes: z.array(z.string()).describe('Devices, memory, queue and what is missing.'),
});
export type FoundRecord = z.output<typeof foundRecord>;

export const discoveryRecord = z.strictObject({
  ok: z.boolean().describe('false: what was to be added was not, or its test failed.'),
  host: z.string(),
  in_container: z.boolean().describe('Kinora runs in a container, so that loopback is the container.'),
  message: z.string(),
  ports: z.array(z.number().int()).describe('The ports that were asked.'),
  found: z.array(foundRecord),
  added: z
    .strictObject({
      engine: z.string(),
      is_new: z.boolean().describe('false: it was an engine already.'),
      models: z.array(z.string()).describe('IDs of the models that were added now.'),
      test: engineTest.nullable().describe('null: none of them can be tested.'),
    })
    .nullable()
    .describe('null: nothing was to be added, or it could not be.'),
});
export type DiscoveryRecord = z.output<typeof discoveryRecord>;
