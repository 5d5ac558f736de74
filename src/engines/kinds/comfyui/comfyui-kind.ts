/** The kind of ComfyUI servers. */
import { hasFields } from '../../contract/kind/program-sign.ts';
import type { LocalProgram } from '../../contract/kind/local-program.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { openComfyuiEngine } from './comfyui-engine.ts';
import { comfyuiSettings } from './comfyui-settings.ts';
import type { Families } from './families/families.ts';
import { openOwnWorkflows } from './families/own-workflows.ts';
import { probeComfyui } from './probe.ts';
import { routeProblem } from './families/route-problem.ts';
import { readUpstream } from './families/upstream.ts';

/**
 * The ports of ComfyUI: 8000 is that of its desktop app, and 7821 that of the server that SwarmUI starts for
 * itself.
 */
const localPrograms: readonly LocalProgram[] = [
  {
    title: 'ComfyUI',
    engine: 'comfyui',
    ports: [8188, 8000, 7821],
    sign: {
      path: '/system_stats',
      isAnswer: answer => hasFields(answer, 'system', 'devices'),
    },
    settings: {},
    whenEmpty: {
      en: 'It has no model file that one of the workflows of Kinora can use. The notes say what each workflow lacks.',
      zh: '它没有 Kinora 的任何工作流可用的模型文件。备注说明了每个工作流缺少什么。',
    },
  },
];

/** `families` are the workflows that routes can name. */
export function comfyuiKindWith(families: Families): StepEngineKind {
  return {
    kind: 'comfyui',
    title: 'ComfyUI',
    description: {
      en: 'A ComfyUI server with your own models. It needs no custom nodes.',
      zh: '运行您自己模型的 ComfyUI 服务器，无需自定义节点。',
    },
    address: 'required',
    secret: 'optional',
    settings: comfyuiSettings,
    localPrograms,
    abilities: upstream => readUpstream(upstream, families)?.family.abilities ?? {},
    routeProblem: terms => routeProblem(terms, families),
    openSteps: options => openComfyuiEngine(options, families),
    probe: (access, signal) => probeComfyui(access, families, signal),
  };
}

/**
 * Returns the kind with the workflows that come with Kinora, and with the current workflows of the operator.
 */
export function comfyuiKind(): StepEngineKind {
  const { families, support } = openOwnWorkflows();
  return { ...comfyuiKindWith(families), workflows: support };
}
