/** Releases of the program on GitHub, which names the SHA-256 of each file. */
import { z } from 'zod';
import { DownloadError } from '../../platform/lib/network/download-error.ts';
import type { DownloadSource } from '../../platform/lib/network/download-file.ts';
import type { TrustedFetch } from '../../platform/lib/network/trusted-fetch.ts';
import type { Machine } from '../../platform/lib/machine/machine.ts';
import type { ProgramRelease } from './entry.ts';

export interface Releases {
  /** The archive for a machine. Rejects with a DownloadError. */
  find(program: ProgramRelease, machine: Machine, signal: AbortSignal): Promise<ProgramArchive>;
}

export interface ProgramArchive extends DownloadSource {
  readonly name: string;
}

export interface ReleasesOptions {
  readonly fetch: Pick<TrustedFetch, 'json'>;
  /** The address of the API, without a trailing slash. */
  readonly endpoint: string;
}

const release = z.object({
  assets: z.array(
    z.object({
      name: z.string().regex(/^[\w.+-]{1,200}$/),
      size: z.int().positive(),
      digest: z.string().nullish(),
      browser_download_url: z.url(),
    }),
  ),
});

export function openReleases({ fetch, endpoint }: ReleasesOptions): Releases {
  return {
    find: async (program, machine, signal) => {
      const { repository, release: tag } = program;
      const url = `${endpoint}/repos/${repository}/releases/tags/${tag}`;
      const parsed = release.safeParse(await fetch.json({ url, signal }));
      if (!parsed.success)
        throw new DownloadError(
          'unusable',
          `${new URL(endpoint).host} does not answer like a list of releases.`,
        );
      const pattern = archivePattern(program, machine);
      const asset = pattern && parsed.data.assets.find(({ name }) => pattern.test(name));
      if (!asset)
        throw new DownloadError(
          'missing',
          `The release ${tag} of ${repository} has no program for this system.`,
        );
      const sha256 = /^sha256:([0-9a-f]{64})$/.exec(asset.digest ?? '')?.[1];
      if (sha256 === undefined)
        throw new DownloadError(
          'unusable',
          `The release ${tag} of ${repository} names no SHA-256 of ${asset.name}.`,
        );
      return { name: asset.name, url: asset.browser_download_url, sizeBytes: asset.size, sha256 };
    },
  };
}

/** Returns undefined if the program is not offered for the system. */
export function archivePattern(
  { archives }: Pick<ProgramRelease, 'archives'>,
  { platform, arch, cards }: Pick<Machine, 'platform' | 'arch' | 'cards'>,
): RegExp | undefined {
  const fittingArchive = archives.find(
    one => one.platform === platform && one.arch === arch && (!one.gpu || cards.length > 0),
  );
  return fittingArchive && new RegExp(fittingArchive.file);
}
