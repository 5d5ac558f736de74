/** Reads what the tools of graphics drivers print. What they do not print is left out. */

export interface GraphicsCard {
  readonly name: string;
  /** Undefined if the driver does not report it. */
  readonly memoryBytes: number | undefined;
  /** Whether the card shares the memory of the machine. */
  readonly isUnified: boolean;
}

const mebibyte = 1024 ** 2;

/**
 * `nvidia-smi --query-gpu=name,memory.total --format=csv,noheader,nounits`: a line for each
 * card, with its memory in MiB.
 */
export function nvidiaCards(output: string): GraphicsCard[] {
  return output.split('\n').flatMap(line => {
    const [, name, mebibytes] = /^(.+), (\d+)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name: name.trim(), memoryBytes: Number(mebibytes) * mebibyte, isUnified: false }];
  });
}

/**
 * `rocm-smi --showproductname --showmeminfo vram --json`: an object for each card. Its
 * names changed between versions.
 */
export function rocmCards(output: string): GraphicsCard[] {
  const report = parseObject(output);
  return Object.entries(report).flatMap(([card, values]) => {
    if (!card.startsWith('card') || typeof values !== 'object' || values === null) return [];
    const fields = values as Readonly<Record<string, unknown>>;
    const bytes = Number(fields['VRAM Total Memory (B)']);
    if (!(bytes > 0)) return [];
    const name = fields['Card Series'] ?? fields['Card series'] ?? fields['Card Model'] ?? 'AMD';
    return [{ name: String(name), memoryBytes: bytes, isUnified: false }];
  });
}

/**
 * `mem_info_vram_total` of amdgpu. Returns undefined if the card has no such file, or is
 * too small to generate anything.
 */
export function sysfsCard(bytes: string): GraphicsCard | undefined {
  const memoryBytes = Number(bytes.trim() || Number.NaN);
  return memoryBytes >= 1024 * mebibyte ? { name: 'AMD', memoryBytes, isUnified: false } : undefined;
}

/**
 * `vulkaninfo --summary`: names and types of devices, without their memory. Software renderers are no cards.
 */
export function vulkanCards(output: string): GraphicsCard[] {
  return output.split(/^GPU\d+:/m).flatMap(part => {
    const type = /deviceType\s*=\s*PHYSICAL_DEVICE_TYPE_(\w+)/.exec(part)?.[1];
    const name = /deviceName\s*=\s*(.+)/.exec(part)?.[1]?.trim();
    if (name === undefined || (type !== 'DISCRETE_GPU' && type !== 'INTEGRATED_GPU')) return [];
    return [{ name, memoryBytes: undefined, isUnified: type === 'INTEGRATED_GPU' }];
  });
}

function parseObject(output: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
