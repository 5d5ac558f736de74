/** The kind of Replicate: any of its models, as predictions. */
import { inputAbilities } from '../../adapter-kit/hosted/model-input/input-abilities.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { probeReplicate } from './probe.ts';
import { proposeReplicateCard } from './propose.ts';
import { replicateUrl } from './replicate-client.ts';
import { openReplicateEngine } from './replicate-engine.ts';
import { type ReplicateSettings, replicateSettings } from './replicate-settings.ts';
import { verifyReplicateReport } from './verify-report.ts';

export function replicateKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'replicate',
    title: 'Replicate',
    description: {
      en: 'Any image or video model hosted by Replicate. Paid per file or per second of machine time.',
      zh: 'Replicate 托管的图片与视频模型，可按名称使用任意模型。按文件或按机器运行秒数付费。',
    },
    address: 'required',
    defaultUrl: replicateUrl,
    secret: 'required',
    settings: replicateSettings,
    abilities: (_upstream, settings) => inputAbilities(settings as ReplicateSettings),
    openSteps: options => openReplicateEngine(options, results),
    probe: probeReplicate,
    verifyReport: verifyReplicateReport,
    proposeCard: proposeReplicateCard,
  };
}
