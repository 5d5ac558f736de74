/**
 * What each program that was found has, whether it is an engine already, and what keeps it
 * from being one. Adds nothing.
 */
import { checkSettings } from '../../../core/catalogue/engines/instance-input.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import type { FoundProgram } from '../../../core/catalogue/discovery/find-programs.ts';
import type { ProbeResult } from '../../../engines/contract/kind/probe-result.ts';
import { isLoopbackHost } from '../../../platform/lib/network/internal-host.ts';
import { proxyAgent, proxyEnvironment } from '../../../platform/lib/network/outbound-proxy.ts';
import { askEngine } from '../engines/ask-engine.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';
import type { FoundRecord } from '../records/discovery-record.ts';
import { isEngineAt } from './same-server.ts';

/** A program that is or can be an engine. */
export type Usable = Extract<FoundProgram, { readonly what: 'program' }>;

export interface DescribedProgram {
  readonly record: FoundRecord;
  /** The engine that it would be, or is. Undefined if it cannot be an engine. */
  readonly instance: EngineInstance | undefined;
}

export interface DescribeOptions {
  readonly instances: readonly EngineInstance[];
  /** The time for each question, in milliseconds. */
  readonly timeoutMs: number;
  /** Returns a name that no engine has, and reserves it. */
  readonly nameFor: (baseName: string, kind: string) => string;
}

export async function describeFound(
  context: Pick<Context, 'baseUrl' | 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys' | 'settings'>,
  foundProgram: FoundProgram,
  options: DescribeOptions,
): Promise<DescribedProgram> {
  const { language } = context;
  const describeUnusable = (message: string, title: string | null) => ({
    record: toFoundRecord(foundProgram, { title, state: 'unusable', message }),
    instance: undefined,
  });
  if (foundProgram.what === 'unknown')
    return describeUnusable(operateText('found_other', {}, language), null);
  if (foundProgram.what === 'other')
    return describeUnusable(foundProgram.program.reason[language], foundProgram.program.title);
  if (foundProgram.what === 'kinora')
    return describeUnusable(
      operateText(isSelf(context, foundProgram) ? 'found_self' : 'found_kinora', {}, language),
      'Kinora',
    );
  const { kind, program, url } = foundProgram;
  const engine = options.instances.find(one => isEngineAt(one, kind.kind, url));
  if (engine) {
    const message = operateText('found_added', { engine: engine.name }, language);
    const { name } = engine;
    return {
      record: toFoundRecord(foundProgram, { name, title: program.title, state: 'added', message }),
      instance: engine,
    };
  }
  const name = options.nameFor(program.engine, kind.kind);
  const instance = newInstance(foundProgram, name);
  const locked = operateText('found_locked', { engine: name, kind: kind.kind, url }, language);
  if (foundProgram.what === 'locked')
    return {
      record: toFoundRecord(foundProgram, { name, title: program.title, state: 'locked', message: locked }),
      instance,
    };
  if (proxyAgent(new URL(url), proxyEnvironment())) {
    const host = new URL(url).hostname;
    return describeUnusable(operateText('found_proxied', { host }, language), program.title);
  }
  const answer = await probeFound(context, { program: foundProgram, instance }, options.timeoutMs);
  if (!('code' in answer)) return describeUsable(context, foundProgram, { instance, ...answer });
  if (answer.code !== 'engine_unauthorized') return describeUnusable(answer.message, program.title);
  return {
    record: toFoundRecord(foundProgram, { name, title: program.title, state: 'locked', message: locked }),
    instance,
  };
}

/** Contacts a program as an engine would, for at most `timeoutMs`, or for as long as a probe may take. */
export function probeFound(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  { program: { kind }, instance }: { readonly program: Usable; readonly instance: EngineInstance },
  timeoutMs?: number,
) {
  return askEngine(context, instance, async (access, signal) => {
    const limitedSignal =
      timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return (await kind.probe?.(access, limitedSignal)) ?? emptyProbe;
  });
}

const emptyProbe: ProbeResult = { program: undefined, models: [], notes: [] };

/** The models with which an engine can do something. */
export function suitableModels({ models, unsuitable = [] }: ProbeResult): string[] {
  return models.filter(model => !unsuitable.includes(model));
}

function describeUsable(
  { language }: Pick<Context, 'language'>,
  foundProgram: Usable,
  { instance, result: probe }: { readonly instance: EngineInstance; readonly result: ProbeResult },
): DescribedProgram {
  const { kind, program } = foundProgram;
  const settings = checkSettings(kind, { ...instance.settings, ...probe.settings });
  const models = suitableModels(probe).flatMap(upstream => {
    const { jobs } = kind.offer(upstream, settings);
    return jobs.length > 0 ? [{ upstream, operations: [...jobs] }] : [];
  });
  const { uncertain = [], unsuitable = [], notes } = probe;
  const isEmpty = models.length === 0 && uncertain.length === 0;
  const record = toFoundRecord(foundProgram, {
    name: isEmpty ? null : instance.name,
    title: program.title,
    program: probe.program ?? null,
    state: isEmpty ? 'unusable' : 'new',
    message: isEmpty ? program.whenEmpty[language] : operateText('found_new', {}, language),
    models,
    uncertain: [...uncertain],
    unsuitable: [...unsuitable],
    notes: [...notes],
  });
  return { record, instance: isEmpty ? undefined : { ...instance, settings } };
}

function newInstance(
  { kind, program, url }: Pick<Usable, 'kind' | 'program' | 'url'>,
  name: string,
): EngineInstance {
  return {
    name,
    kind: kind.kind,
    url,
    settings: checkSettings(kind, program.settings),
    slots: undefined,
    hours: undefined,
    limits: { startsPerMinute: undefined, dayBudgetMicros: undefined, monthBudgetMicros: undefined },
    source: 'operator',
    isDrained: false,
  };
}

function toFoundRecord(
  foundProgram: FoundProgram,
  fields: Pick<FoundRecord, 'title' | 'state' | 'message'> & Partial<FoundRecord>,
): FoundRecord {
  return {
    name: null,
    program: null,
    url: foundProgram.url,
    port: foundProgram.port,
    kind: 'kind' in foundProgram ? foundProgram.kind.kind : null,
    models: [],
    uncertain: [],
    unsuitable: [],
    notes: [],
    ...fields,
  };
}

/** The server and its command line have the same settings. */
function isSelf(
  { baseUrl, settings }: Pick<Context, 'baseUrl' | 'settings'>,
  { url, port }: FoundProgram,
): boolean {
  const portSetting = settings.find(({ name }) => name === 'KINORA_PORT')?.value;
  const ports = [String(portSetting), URL.parse(baseUrl)?.port];
  return isLoopbackHost(new URL(url).hostname) && ports.includes(String(port));
}
