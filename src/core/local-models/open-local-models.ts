/** The parts of local models that need no database: the catalogue, the hub, the releases and the folder. */
import type { LocalModelSettings } from '../../platform/config/config.ts';
import { measureDiskSpace } from '../../platform/lib/disk/disk-space.ts';
import type { Machine } from '../../platform/lib/machine/machine.ts';
import type { SafeFetch } from '../../platform/lib/network/safe-fetch.ts';
import { openTrustedFetch, type TrustedFetch } from '../../platform/lib/network/trusted-fetch.ts';
import type { FitMachine } from './fit.ts';
import { openHub, type Hub } from './hub.ts';
import { openLocalCatalogue, type LocalCatalogue } from './local-catalogue.ts';
import { openModelFolder, type ModelFolder } from './model-folder.ts';
import { openWeightsFolders, type WeightsFolders } from './weights-folders.ts';
import { archivePattern, openReleases, type Releases } from './releases.ts';

export interface LocalModels extends LocalCatalogue {
  readonly isOpen: boolean;
  readonly folder: ModelFolder;
  readonly hub: Hub;
  readonly releases: Releases;
  readonly fetch: TrustedFetch;
  readonly weights: WeightsFolders;
  /** What decides on this machine whether a model fits. */
  fitMachine(machine: Machine): Promise<FitMachine>;
}

export interface LocalModelDependencies {
  readonly localModels: LocalModelSettings;
  readonly allowedNetworks: readonly string[];
  readonly get: SafeFetch['get'];
}

export function openLocalModels({ localModels, allowedNetworks, get }: LocalModelDependencies): LocalModels {
  const { isOpen, folder: path, catalogue: source, hub, releases, weightsFolders } = localModels;
  const fetch = openTrustedFetch({ baseUrls: [hub.endpoint, releases], allowedNetworks });
  const folder = openModelFolder(path);
  const catalogue = openLocalCatalogue({ source, get });
  return {
    ...catalogue,
    isOpen,
    folder,
    hub: openHub({ fetch, ...hub }),
    releases: openReleases({ fetch, endpoint: releases }),
    fetch,
    weights: openWeightsFolders(weightsFolders),
    fitMachine: async machine => ({
      ...machine,
      freeBytes: (await freeSpace(path))?.freeBytes,
      hasProgram: archivePattern(catalogue.program, machine) !== undefined,
    }),
  };
}

/** Returns the free space of the folder, or of the one that will contain it. */
async function freeSpace(path: string): ReturnType<typeof measureDiskSpace> {
  const parent = path.replace(/\/[^/]+$/, '');
  return (await measureDiskSpace(path)) ?? (parent !== '' && parent !== path ? freeSpace(parent) : undefined);
}
