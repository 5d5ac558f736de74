/** The kinds of stable-diffusion.cpp: a server at a URL, and a server that Kinora runs itself. */
import { hasFields } from '../../contract/kind/program-sign.ts';
import type { LocalProgram } from '../../contract/kind/local-program.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { probeSdcpp } from './probe-sdcpp.ts';
import { sdcppAbilities } from './sdcpp-abilities.ts';
import { openSdcppEngine } from './sdcpp-engine.ts';
import { openManagedEngine } from './managed-engine.ts';
import { probeManaged } from './probe-managed.ts';
import { managedSettings, remoteSettings } from './sdcpp-settings.ts';
import { openServerRoom } from './server-room.ts';

const localPrograms: readonly LocalProgram[] = [
  {
    title: 'stable-diffusion.cpp',
    engine: 'sd-server',
    ports: [1234],
    sign: {
      path: '/sdcpp/v1/capabilities',
      isAnswer: answer => hasFields(answer, 'model', 'supported_modes'),
    },
    settings: {},
    whenEmpty: {
      en: 'It names no model. Start it with one.',
      zh: '它没有报告任何模型。请带模型启动它。',
    },
  },
];

export const sdcppKind: StepEngineKind = {
  kind: 'sdcpp',
  title: 'stable-diffusion.cpp',
  description: {
    en: 'sd-server of stable-diffusion.cpp at a URL, with one model: images, edits or clips.',
    zh: '位于某个 URL 的 stable-diffusion.cpp 服务器 sd-server，加载一个模型：图片、编辑或视频。',
  },
  address: 'required',
  secret: 'optional',
  settings: remoteSettings,
  localPrograms,
  abilities: (_upstream, settings) => {
    const { data } = remoteSettings.safeParse(settings);
    return data ? sdcppAbilities(data) : {};
  },
  openSteps: openSdcppEngine,
  probe: probeSdcpp,
};

/** `workFolder`: where what is known of the servers is kept. */
export function managedSdcppKind(workFolder: string): StepEngineKind {
  const room = openServerRoom();
  return {
    kind: 'sdcpp-managed',
    title: 'stable-diffusion.cpp (managed)',
    description: {
      en: 'sd-server of stable-diffusion.cpp, which Kinora starts, watches and stops on its own machine.',
      zh: '由 Kinora 在本机启动、监控和停止的 stable-diffusion.cpp 服务器 sd-server。',
    },
    address: 'none',
    secret: 'none',
    settings: managedSettings,
    declaredOnly: true,
    nodeName: settings => String(settings['node'] ?? ''),
    abilities: (_upstream, settings) => {
      const { data } = managedSettings.safeParse(settings);
      return data ? sdcppAbilities(data) : {};
    },
    openSteps: options => openManagedEngine(options, workFolder, room),
    probe: (access, signal) => probeManaged(access, workFolder, signal),
  };
}
