/** A number of bytes as people read it: 1.5 GB. */
const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

export function sizeText(sizeBytes: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, sizeBytes)) / 10));
  return `${(sizeBytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
}
