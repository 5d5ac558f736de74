/** The kind of engines that are Midjourney proxies, or speak their interface. */
import type { EngineKind } from '../../contract/kind/engine-kind.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { openMjProxyEngine } from './mj-proxy-engine.ts';
import { toOffer } from './offer.ts';
import { probeMjProxy } from './probe.ts';
import { mjProxySettings } from './settings.ts';

export function mjProxyKind(results: ResultFiles): EngineKind {
  return {
    kind: 'mj-proxy',
    title: 'Midjourney proxy',
    description: {
      en: 'midjourney-proxy (novicezk or trueai), new-api with a Midjourney channel, or another Kinora. Every button is passed on.',
      zh: 'midjourney-proxy（novicezk 或 trueai）、其前的 new-api，或另一个 Kinora。所有按钮均原样转发。',
    },
    address: 'required',
    secret: 'optional',
    settings: mjProxySettings,
    offer: (_upstream, settings) => toOffer(settings),
    open: options => openMjProxyEngine(options, results),
    probe: probeMjProxy,
  };
}
