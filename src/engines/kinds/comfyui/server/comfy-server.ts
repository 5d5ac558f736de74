/** The HTTP interface of a ComfyUI server, as far as it is used. */
import { z } from 'zod';
import type { HttpClient } from '../../../adapter-kit/http/http-client.ts';
import { type ComfyFiles, openComfyFiles } from './comfy-files.ts';
import { type ComfyJobs, openComfyJobs } from './comfy-jobs.ts';
import { requireAccepted, get, readAnswer } from './comfy-request.ts';
import { type NodeClass, nodeClassShape } from '../workflow/node-class.ts';

export interface ComfyServer extends ComfyJobs, ComfyFiles {
  /** Returns undefined if the server does not have the class. */
  nodeClass(name: string, signal: AbortSignal): Promise<NodeClass | undefined>;
}

export function openComfyServer(client: HttpClient): ComfyServer {
  return {
    ...openComfyJobs(client),
    ...openComfyFiles(client),
    async nodeClass(name, signal) {
      const path = `/object_info/${encodeURIComponent(name)}`;
      const answer = await requireAccepted(client, get(client, path, signal));
      return readAnswer(answer, z.record(z.string(), nodeClassShape))[name];
    },
  };
}
