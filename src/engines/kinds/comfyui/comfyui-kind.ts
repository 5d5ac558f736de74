/** The kind of ComfyUI servers. */
import type { StepEngineKind } from '../../contract/step-engine.ts';
import { openComfyuiEngine } from './comfyui-engine.ts';
import { comfyuiSettings } from './comfyui-settings.ts';
import type { Families } from './families/families.ts';
import { openOwnWorkflows } from './families/own-workflows.ts';
import { probeComfyui } from './probe.ts';
import { routeProblem } from './families/route-problem.ts';
import { readUpstream } from './families/upstream.ts';

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
    abilities: upstream => readUpstream(upstream, families)?.family.abilities ?? {},
    routeProblem: terms => routeProblem(terms, families),
    openSteps: options => openComfyuiEngine(options, families),
    probe: (access, signal) => probeComfyui(access, families, signal),
  };
}

/** With the workflows that come with Kinora, and with those of the operator as they are at any time. */
export function comfyuiKind(): StepEngineKind {
  const { families, support } = openOwnWorkflows();
  return { ...comfyuiKindWith(families), workflows: support };
}
