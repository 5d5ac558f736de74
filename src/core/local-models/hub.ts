/**
 * The Hugging Face hub, or a mirror of it: where files of weights are, and what the hub reports about those
 * that the catalogue does not describe.
 */
import { z } from 'zod';
import { DownloadError } from '../../platform/lib/network/download-error.ts';
import type { DownloadSource } from '../../platform/lib/network/download-file.ts';
import type { TrustedFetch } from '../../platform/lib/network/trusted-fetch.ts';
import type { WeightsFile } from './entry.ts';

/** A file that cannot change any more. */
export type PinnedFile = WeightsFile & { readonly size: number; readonly sha256: string };

export interface Hub {
  /** Reads the commit, the size and the hash of a file that has none. Rejects with a DownloadError. */
  pin(file: WeightsFile, signal: AbortSignal): Promise<PinnedFile>;
  downloadSource(file: PinnedFile): DownloadSource;
}

export interface HubOptions {
  readonly fetch: Pick<TrustedFetch, 'json'>;
  /** HF_ENDPOINT, without a trailing slash. */
  readonly endpoint: string;
  /** HF_TOKEN. Undefined if there is none. */
  readonly token: string | undefined;
}

const revision = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });
const tree = z.array(
  z.object({
    path: z.string(),
    size: z.number(),
    lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().positive() }).optional(),
  }),
);

export function openHub({ fetch, endpoint, token }: HubOptions): Hub {
  async function ask<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<z.output<Shape>> {
    const parsed = shape.safeParse(
      await fetch.json({ url: `${endpoint}/api/models/${path}`, token, signal }),
    );
    if (parsed.success) return parsed.data;
    throw new DownloadError('unusable', `${new URL(endpoint).host} does not answer like a hub of models.`);
  }
  return {
    pin: async (file, signal) => {
      const { repository, path, size, sha256 } = file;
      if (size !== undefined && sha256 !== undefined) return { ...file, size, sha256 };
      const isCommit = /^[0-9a-f]{40}$/.test(file.revision);
      const commit = isCommit
        ? file.revision
        : (await ask(`${repository}/revision/${file.revision}`, revision, signal)).sha;
      const folder = path
        .split('/')
        .slice(0, -1)
        .map(part => `/${part}`);
      const entries = await ask(`${repository}/tree/${commit}${folder.join('')}`, tree, signal);
      const entry = entries.find(one => one.path === path);
      if (!entry) throw new DownloadError('missing', `${repository} has no file ${path}.`);
      if (!entry.lfs) throw new DownloadError('unusable', `${repository} names no SHA-256 of ${path}.`);
      return { ...file, revision: commit, size: entry.lfs.size, sha256: entry.lfs.oid };
    },
    downloadSource: ({ repository, revision: commit, path, size, sha256 }) => ({
      url: `${endpoint}/${repository}/resolve/${commit}/${path}`,
      token,
      sizeBytes: size,
      sha256,
    }),
  };
}
