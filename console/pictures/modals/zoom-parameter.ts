/** The `--zoom` parameter in the prompt of a custom zoom. */

const zoomParameter = /\s*(?:--|—)zoom\s+([\d.]+)/i;

/** Returns undefined if it is missing or out of range. */
export function zoomIn(prompt: string): number | undefined {
  const value = Number(zoomParameter.exec(prompt)?.[1] ?? Number.NaN);
  return value >= 1 && value <= 2 ? value : undefined;
}

export function withZoom(prompt: string, zoom: number): string {
  const text = ` --zoom ${Number(zoom.toFixed(2))}`;
  return zoomParameter.test(prompt)
    ? prompt.replace(zoomParameter, text).trim()
    : `${prompt.trim()}${text}`.trim();
}
