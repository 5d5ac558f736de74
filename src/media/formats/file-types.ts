/** The content types of stored files, uploads included, and the endings of their names. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  // Only uploads: what Kinora makes is never a GIF.
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
};

export function fileEnding(contentType: string): string {
  const ending = endings[contentType];
  if (ending === undefined) throw new TypeError(`No ending is known for ${contentType}.`);
  return ending;
}

/** The content type of a file that was stored with such an ending. */
export function detectContentType(storageKey: string): string {
  const ending = storageKey.slice(storageKey.lastIndexOf('.') + 1);
  const contentType = Object.keys(endings).find(type => endings[type] === ending);
  if (contentType === undefined) throw new TypeError(`No content type is known for ${storageKey}.`);
  return contentType;
}
