/** Writes a number of bytes in whole megabytes, whole kilobytes or bytes. */
export function describeBytes(bytes: number): string {
  if (bytes >= 1 << 20) return `${Math.round(bytes / (1 << 20))} MB`;
  return bytes >= 1 << 10 ? `${Math.round(bytes / (1 << 10))} KB` : `${bytes} bytes`;
}
