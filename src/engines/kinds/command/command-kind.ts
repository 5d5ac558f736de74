/**
 * The kind of programs that are started for each step: any program that reads
 * job.json and writes result.json.
 */
import { reason } from '@kinora/shared/errors/reason';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { commandAbilities } from './command-abilities.ts';
import { openCommandEngine } from './command-engine.ts';
import { commandSettings } from './command-settings.ts';

/** `workFolder`: where the folders of jobs are. */
export function commandKind(workFolder: string): StepEngineKind {
  return {
    kind: 'command',
    title: 'Command',
    description: {
      en: 'Any program on the server, such as a diffusers script: it reads a job from a folder and writes files into it.',
      zh: '服务器上的任意程序，例如 diffusers 脚本：从文件夹读取作业，并将结果文件写入其中。',
    },
    address: 'none',
    secret: 'none',
    settings: commandSettings,
    declaredOnly: true,
    nodeName: settings => String(settings['node'] ?? ''),
    abilities: (_upstream, settings) => {
      const { data } = commandSettings.safeParse(settings);
      return data ? commandAbilities(data) : {};
    },
    openSteps: options => openCommandEngine(options, workFolder),
    probe: probeCommand,
  };
}

async function probeCommand({ settings }: InstanceAccess): Promise<ProbeResult> {
  const { program, node } = commandSettings.parse(settings);
  if (node !== '' && node !== hostname())
    return {
      program: basename(program),
      models: [],
      isIdle: true,
      notes: [`It runs on ${node}, which was not contacted.`],
    };
  await access(program, constants.X_OK).catch((cause: unknown) => {
    throw new EngineError('engine_error', reason('program_not_runnable', { program }), { cause });
  });
  return { program: basename(program), models: [], notes: [], isIdle: true };
}
