/** What ffprobe reports about a clip, if it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ProbeResult {
  readonly streams: readonly Readonly<Record<string, string | number>>[];
  readonly format: { readonly duration: string; readonly tags?: Readonly<Record<string, string>> };
}

/** Returns undefined if ffprobe is not installed. */
export function ffprobe(bytes: Uint8Array): ProbeResult | undefined {
  if (spawnSync('ffprobe', ['-version']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-probe-'));
  try {
    const file = join(folder, 'clip.mp4');
    writeFileSync(file, bytes);
    const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', file];
    const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' });
    if (stderr) throw new Error(`ffprobe reports: ${stderr}`);
    return JSON.parse(stdout) as ProbeResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
