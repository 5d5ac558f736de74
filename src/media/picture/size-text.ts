/** A size as people write it: `1024x768`. */
export function sizeText({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${width}x${height}`;
}
