/** The tasks of the fake Midjourney proxy: their records, buttons and files. */
import sharp from 'sharp';
import { plainPicture } from '../media/plain-picture.ts';
import { encodedClip } from '../media/small-clip.ts';
import type { MjBehavior } from './mj-proxy-behavior.ts';

export type FakeResult = 'grid' | 'picture' | 'enlarged' | 'clips' | 'describe' | 'shorten';

export interface FakeTask {
  readonly id: string;
  readonly path: string;
  readonly body: Readonly<Record<string, any>>;
  readonly result: FakeResult;
  /** Waiting for the answer to its modal. */
  isWaiting: boolean;
  polls: number;
  /** The scale relative to a selected candidate. */
  readonly scale: number;
  isCancelled: boolean;
}

export function taskResult({
  path,
  button,
  action,
}: {
  path: string;
  button: string;
  action: unknown;
}): FakeResult {
  if (path === 'describe' || path === 'shorten') return path;
  if (path === 'video' || /video_virtual_upscale|animate/.test(button)) return 'clips';
  if (/upsample_/.test(button)) return 'enlarged';
  return /upsample::/.test(button) || action === 'UPSCALE' ? 'picture' : 'grid';
}

/** Source: contract of the image interface, 1.4. */
export function taskRecord(task: FakeTask, behavior: MjBehavior, host: string): object {
  const { id, path, body } = task;
  const status = taskStatus(task, behavior);
  const isDone = status === 'SUCCESS';
  const progress =
    { IN_PROGRESS: `${Math.min(90, task.polls * 20)}%`, SUCCESS: '100%', FAILURE: '' }[status] ?? '0%';
  const { dialect } = behavior;
  return {
    id,
    action: path.toUpperCase(),
    status,
    prompt: body.prompt ?? null,
    promptEn: body.prompt ?? null,
    description: `/${path}`,
    state: body.state ?? null,
    submitTime: 1_763_000_000_000,
    startTime: null,
    finishTime: null,
    progress,
    failReason: status === 'FAILURE' || status === 'FAIL' ? behavior.failReason : null,
    ...fileFields(task, behavior, { host, status }),
    ...(dialect !== 'novicezk' && {
      buttons: isDone ? buttonsFor(task).map(customId => ({ customId })) : [],
    }),
    properties: taskProperties(task, behavior),
    ...(dialect === 'kinora' && { usage: { amount: '0.04', currency: 'USD', charged: isDone } }),
  };
}

function taskStatus(task: FakeTask, { statuses, dialect }: MjBehavior): string {
  if (task.isCancelled) return dialect === 'kinora' ? 'FAILURE' : 'CANCEL';
  if (task.isWaiting) return 'MODAL';
  return statuses[Math.min(task.polls++, statuses.length - 1)] ?? 'SUCCESS';
}

function taskProperties({ result, path, id }: FakeTask, { texts, dialect }: MjBehavior): object {
  const finalPrompt = path === 'describe' || path === 'shorten' ? texts[path] : 'a fox --v 7';
  if (dialect === 'new-api') return { finalPrompt, finalZhPrompt: '' };
  return { finalPrompt, messageHash: `hash-${id}-${result}`, discordInstanceId: '118113' };
}

interface Place {
  readonly host: string;
  readonly status: string;
}

function fileFields({ id, result, polls }: FakeTask, behavior: MjBehavior, { host, status }: Place): object {
  const at = (name: string) => `${host}/files/${id}/${name}`;
  if (status === 'IN_PROGRESS' && result === 'grid') return { imageUrl: at(`preview-${polls}.png`) };
  if (status !== 'SUCCESS' || behavior.hasNoFile || result === 'describe' || result === 'shorten')
    return { imageUrl: null };
  if (result === 'clips') {
    const names = Array.from({ length: 4 }, (_, index) => `${index}.mp4`);
    return { imageUrl: null, videoUrl: at('0.mp4'), videoUrls: names.map(name => ({ url: at(name) })) };
  }
  const cells = behavior.hasCells && result === 'grid' ? [0, 1, 2, 3].map(index => at(`${index}.png`)) : [];
  return {
    imageUrl: at('whole.png'),
    ...(cells.length > 0 && { imageUrls: cells.map(url => ({ url, thumbnail: url })) }),
  };
}

export function buttonsFor({ id, result }: Pick<FakeTask, 'id' | 'result'>): string[] {
  const hash = `hash-${id}-${result}`;
  const four = [1, 2, 3, 4];
  const zooms = [50, 75, 100].map(percent => `MJ::Outpaint::${percent}::1::${hash}::SOLO`);
  const pans = ['left', 'right', 'up', 'down'].map(way => `MJ::JOB::pan_${way}::1::${hash}::SOLO`);
  const varies = ['low', 'high'].map(strength => `MJ::JOB::${strength}_variation::1::${hash}::SOLO`);
  const enlarge = ['subtle', 'creative'].map(manner => `MJ::JOB::upsample_v7_2x_${manner}::1::${hash}::SOLO`);
  switch (result) {
    case 'grid':
      return [
        ...four.map(index => `MJ::JOB::upsample::${index}::${hash}`),
        `MJ::JOB::reroll::0::${hash}::SOLO`,
        ...four.map(index => `MJ::JOB::variation::${index}::${hash}`),
      ];
    case 'picture':
      return [
        ...enlarge,
        ...varies,
        `MJ::Inpaint::1::${hash}::SOLO`,
        ...zooms,
        `MJ::CustomZoom::1::${hash}`,
        ...pans,
      ];
    case 'enlarged':
      return [...varies, ...zooms];
    case 'clips':
      return four.map(index => `MJ::JOB::video_virtual_upscale::${index}::${hash}`);
    default:
      return [];
  }
}

/** Candidates differ in color. */
export const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'] as const;

export async function readTaskFile(
  { result, scale }: FakeTask,
  name: string,
  { sheet, chosenScale }: MjBehavior,
): Promise<Uint8Array | undefined> {
  if (name.endsWith('.mp4')) return clip();
  const size = { width: sheet.width / 2, height: sheet.height / 2 };
  if (name === 'whole.png' && result === 'grid') return renderSheet(sheet.width, sheet.height);
  if (name.startsWith('preview')) return renderPlain(sheet, '#808080');
  if (name !== 'whole.png') return renderPlain(size, colors[Number(name[0])] ?? '#808080');
  const factor = scale * chosenScale;
  return renderPlain({ width: size.width * factor, height: size.height * factor }, colors[0]);
}

function renderPlain(
  { width, height }: { width: number; height: number },
  background: string,
): Promise<Uint8Array> {
  return plainPicture({ width, height }, background).png().toBuffer();
}

async function renderSheet(width: number, height: number): Promise<Uint8Array> {
  const [half, low] = [Math.floor(width / 2), Math.floor(height / 2)];
  const cells = await Promise.all(colors.map(color => renderPlain({ width: half, height: low }, color)));
  const places = [
    [0, 0],
    [width - half, 0],
    [0, height - low],
    [width - half, height - low],
  ] as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .composite(
      cells.map((input, index) => ({
        input: Buffer.from(input),
        left: places[index]![0],
        top: places[index]![1],
      })),
    )
    .png()
    .toBuffer();
}

function clip(): Promise<Uint8Array> {
  return encodedClip({ width: 64, height: 64, seconds: 5, framesPerSecond: 4, color: [180, 180, 180] });
}
