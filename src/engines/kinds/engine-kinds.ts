/**
 * The kinds of engines that come with the product: the only file that names them. To add one,
 * add its folder and a line here.
 */
import { join } from 'node:path';
import { bflKind } from './bfl/bfl-kind.ts';
import { chatKind } from './chat/chat-kind.ts';
import { commandKind } from './command/command-kind.ts';
import { comfyuiKind } from './comfyui/comfyui-kind.ts';
import type { EngineKind } from '../contract/kind/engine-kind.ts';
import { falKind } from './fal/fal-kind.ts';
import { googleKind } from './google/google-kind.ts';
import { openResultFiles } from '../adapter-kit/http/result-files.ts';
import { openWaitingFiles } from '../../media/storage/waiting-files.ts';
import { klingKind } from './kling/kling-kind.ts';
import { mjProxyKind } from './mj-proxy/mj-proxy-kind.ts';
import { openAiMediaKind } from './openai-media/openai-media-kind.ts';
import { openRouterKind } from './openrouter/openrouter-kind.ts';
import { plannedKind } from '../planner/planned-kind.ts';
import { replicateKind } from './replicate/replicate-kind.ts';
import { runwayKind } from './runway/runway-kind.ts';
import { sdapiKind } from './sdapi/sdapi-kind.ts';
import { managedSdcppKind, sdcppKind } from './sdcpp/sdcpp-kind.ts';
import { sketchKind } from './sketch/sketch-kind.ts';
import { volcengineKind } from './volcengine/volcengine-kind.ts';

export interface KindOptions {
  /**
   * How many jobs an engine that runs on this machine works on at the same time, unless the instance sets it.
   */
  readonly engineThreads: number;
  readonly dataDir: string;
  /**
   * Addresses and CIDR ranges outside the public internet from which the results of providers may be fetched.
   */
  readonly allowedNetworks: readonly string[];
}

export function engineKinds({ engineThreads, dataDir, allowedNetworks }: KindOptions): readonly EngineKind[] {
  const results = openResultFiles({
    allowedNetworks,
    waiting: openWaitingFiles(join(dataDir, 'work', 'results')),
  });
  /** They know only primitives, which the planner composes. */
  const pixelKinds = [
    // One line each.
    comfyuiKind(),
    sdapiKind,
    openAiMediaKind(results),
    sdcppKind,
    managedSdcppKind(join(dataDir, 'work', 'sdcpp')),
    chatKind,
    commandKind(join(dataDir, 'work', 'command')),
    googleKind(results),
    falKind(results),
    replicateKind(results),
    klingKind(results),
    volcengineKind(results),
    openRouterKind(results),
    runwayKind(results),
    bflKind(results),
  ];
  return [sketchKind({ threads: engineThreads }), mjProxyKind(results), ...pixelKinds.map(plannedKind)];
}
