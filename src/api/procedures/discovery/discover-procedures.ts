/**
 * engine discover: finds programs on the usual ports of a host, and adds one of them
 * as an engine if it is told to.
 */
import { z } from 'zod';
import { resolveDiscoveryHost } from '../../../core/catalogue/discovery/discovery-host.ts';
import { findPrograms, usualPorts } from '../../../core/catalogue/discovery/find-programs.ts';
import { listInstances, readKindsOfNames } from '../../../core/catalogue/engines/instances.ts';
import { isInContainer } from '../../../platform/config/in-container.ts';
import { isLoopbackHost } from '../../../platform/lib/network/internal-host.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { list, number } from '../fields/fields.ts';
import { operateText } from '../operate-texts.ts';
import { procedure, type Context } from '../procedure.ts';
import { discoveryRecord, foundStates, type DiscoveryRecord } from '../records/discovery-record.ts';
import { addFound, mostAtOnce } from './add-found.ts';
import { describeFound, type DescribedProgram } from './describe-found.ts';

/** How many times as long as one question a probe may take. */
const probeShare = 2;

export const discoverProcedures = [
  procedure({
    name: 'engine discover',
    description:
      'Find programs that can be engines on the usual ports of this machine, and show what they have. Nothing is added without --add.',
    who: 'operator',
    changes: true,
    // Programs are asked between its transactions.
    isOwnTransaction: true,
    input: z.strictObject({
      host: z
        .string()
        .trim()
        .min(1)
        .max(253)
        .optional()
        .describe('Host name or IP address to search. Default: this machine (127.0.0.1).'),
      timeout_ms: number()
        .int()
        .min(50)
        .max(10_000)
        .default(500)
        .describe('Milliseconds to wait for each answer, 50 to 10000. Default: 500.'),
      add: z
        .string()
        .max(40)
        .optional()
        .describe(
          'Name of a program that was found: add it as an engine, with its models and routes, and test it.',
        ),
      models: list
        .optional()
        .describe(
          `With --add: models to add, comma-separated, as they were listed. Default: all that fit, at most ${mostAtOnce}.`,
        ),
    }),
    output: discoveryRecord,
    run: async (context, { host, timeout_ms: timeoutMs, add, models }) => {
      const discovery = await discover(context, host, timeoutMs);
      if (add === undefined) {
        await context.note({ object: discovery.record.host });
        return discovery.record;
      }
      const chosenProgram = discovery.programs.find(({ record }) => record.name === add);
      if (!chosenProgram?.instance)
        throw fieldInvalid('add', 'found_unknown', { allowed: listNames(discovery) || '(none)' });
      const { state, message: why } = chosenProgram.record;
      if (state === 'locked') return { ...discovery.record, ok: false, message: why };
      const chosenEngine = { instance: chosenProgram.instance, isNew: state === 'new' };
      const { ok, message, added: addedEngine } = await addFound(context, chosenEngine, models);
      const after = addedEngine
        ? withAdded(context, discovery.record, { name: add, engine: addedEngine.engine })
        : discovery.record;
      return { ...after, ok, message, added: addedEngine };
    },
  }),
];

interface Discovery {
  readonly record: DiscoveryRecord;
  readonly programs: readonly DescribedProgram[];
}

/** Returns what was found, with a program that has become an engine. */
function withAdded(
  { language }: Pick<Context, 'language'>,
  record: DiscoveryRecord,
  { name, engine }: { readonly name: string; readonly engine: string },
): DiscoveryRecord {
  const message = operateText('found_added', { engine }, language);
  const isEngine = { name: engine, state: 'added', message } as const;
  return { ...record, found: record.found.map(one => (one.name === name ? { ...one, ...isEngine } : one)) };
}

function listNames({ programs }: Discovery): string {
  return programs.flatMap(({ record: { name } }) => name ?? []).join(', ');
}

/** Throws AppError `field_invalid`. */
async function discover(
  context: Pick<Context, 'baseUrl' | 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys' | 'settings'>,
  hostName: string | undefined,
  timeoutMs: number,
): Promise<Discovery> {
  const { engineKinds, language } = context;
  const host = await resolveDiscoveryHost(hostName);
  const foundPrograms = await findPrograms(engineKinds, host, timeoutMs);
  const instances = await listInstances(context.db);
  const nameFor = openNames(await readKindsOfNames(context.db));
  const options = { instances, nameFor, timeoutMs: timeoutMs * probeShare };
  const descriptions = await Promise.all(foundPrograms.map(one => describeFound(context, one, options)));
  const programs = foundStates.flatMap(state => descriptions.filter(({ record }) => record.state === state));
  const inContainer = isInContainer();
  const text = foundPrograms.length === 0 ? 'found_none' : 'found_some';
  const details = { host: host.name, count: foundPrograms.length };
  const hint =
    inContainer && isLoopbackHost(host.name) ? [operateText('found_in_container', {}, language)] : [];
  const record: DiscoveryRecord = {
    ok: true,
    host: host.name,
    in_container: inContainer,
    message: [operateText(text, details, language), ...hint].join(language === 'zh' ? '' : ' '),
    ports: [...usualPorts(engineKinds)],
    found: programs.map(program => program.record),
    added: null,
  };
  return { record, programs };
}

/** Names of engines that were removed can be used again, for the same kind. */
function openNames(
  nameOwners: Awaited<ReturnType<typeof readKindsOfNames>>,
): (baseName: string, kind: string) => string {
  const names = new Map(nameOwners);
  return (baseName, kind) => {
    const isFree = (name: string) => {
      const owner = names.get(name);
      return owner === undefined || (owner.isRemoved && owner.kind === kind);
    };
    const withNumber = (count: number) => (count === 1 ? baseName : `${baseName}-${count}`);
    let count = 1;
    while (!isFree(withNumber(count))) count += 1;
    names.set(withNumber(count), { kind, isRemoved: false });
    return withNumber(count);
  };
}
