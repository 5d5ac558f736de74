/**
 * Whether a VP8 frame is shown. Others are packets of their own, and frames that are shown
 * refer to them (RFC 6386, 9.1).
 */
export function isShownVp8([tag = 0]: Uint8Array): boolean {
  return (tag & 0x10) !== 0;
}
