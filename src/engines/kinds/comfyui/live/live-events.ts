/** What a ComfyUI server sends over its WebSocket, as far as it is used. */
import { z } from 'zod';
import { boundedJson } from '../../../adapter-kit/http/bounded-json.ts';

export type LiveEvent =
  /** The states of nodes that have begun. */
  | { readonly kind: 'nodes'; readonly promptId: string; readonly nodes: ReadonlyMap<string, number> }
  | { readonly kind: 'preview'; readonly promptId: string | undefined; readonly preview: PreviewFile }
  /** The history has the prompt from now on. */
  | { readonly kind: 'ended'; readonly promptId: string };

export interface PreviewFile {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** Sent first. It makes previews name their prompt. Builds that do not know it ignore it. */
export const featureFlags = JSON.stringify({
  type: 'feature_flags',
  data: { supports_preview_metadata: true },
});

const promptId = z.string();
const nodeState = z.object({ value: z.number(), max: z.number(), state: z.string().catch('') });
const messageShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress_state'),
    data: z.object({ prompt_id: promptId, nodes: z.record(z.string(), nodeState) }),
  }),
  z.object({
    type: z.literal('progress'),
    data: z.object({ prompt_id: promptId, node: z.string(), value: z.number(), max: z.number() }),
  }),
  z.object({
    type: z.literal('execution_cached'),
    data: z.object({ prompt_id: promptId, nodes: z.array(z.string()) }),
  }),
  z.object({
    type: z.literal('executing'),
    data: z.object({ prompt_id: promptId, node: z.string().nullable() }),
  }),
]);

/** Returns undefined for a message that is not used. */
export function readLiveText(text: string): LiveEvent | undefined {
  const { data: message } = messageShape.safeParse(boundedJson(text));
  if (!message) return undefined;
  const { type, data } = message;
  const about = { promptId: data.prompt_id };
  if (type === 'progress_state') {
    const shares = Object.entries(data.nodes).map(([id, node]) => [id, doneShare(node)] as const);
    return { kind: 'nodes', ...about, nodes: new Map(shares) };
  }
  if (type === 'progress') return { kind: 'nodes', ...about, nodes: new Map([[data.node, doneShare(data)]]) };
  if (type === 'execution_cached')
    return { kind: 'nodes', ...about, nodes: new Map(data.nodes.map(node => [node, 1])) };
  if (data.node === null) return { kind: 'ended', ...about };
  return { kind: 'nodes', ...about, nodes: new Map([[data.node, 0]]) };
}

const metadataShape = z.object({ prompt_id: z.string().optional() });
const maxPreviewBytes = 8 * 1024 * 1024;
/** The first 32 bits of a frame. */
const frames = { preview: 1, previewWithMetadata: 4 } as const;

/**
 * A frame is its type, then the format or the length of the metadata, 32 bits each, then
 * the metadata, then the picture.
 */
export function readLiveFrame(frame: Uint8Array): LiveEvent | undefined {
  if (frame.length < 8 || frame.length > maxPreviewBytes) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const type = view.getUint32(0);
  if (type !== frames.preview && type !== frames.previewWithMetadata) return undefined;
  const length = type === frames.previewWithMetadata ? view.getUint32(4) : 0;
  const bytes = frame.subarray(8 + length);
  const contentType = detectType(bytes);
  if (!contentType) return undefined;
  const metadata = metadataShape.safeParse(
    boundedJson(Buffer.from(frame.subarray(8, 8 + length)).toString()),
  );
  return { kind: 'preview', promptId: metadata.data?.prompt_id, preview: { contentType, bytes } };
}

/** Detects the type by the first bytes: what the frame declares as its type is not always so. */
function detectType(bytes: Uint8Array): PreviewFile['contentType'] | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (start.startsWith('\u0089PNG')) return 'image/png';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : undefined;
}

function doneShare({ value, max, state }: { value: number; max: number; state?: string }): number {
  if (state === 'finished') return 1;
  return max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
}
