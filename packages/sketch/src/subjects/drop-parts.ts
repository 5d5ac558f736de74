/** Removes parts of an SVG picture by their index. */

const tagPattern = /<\/?[a-zA-Z]+(?:[^>"]|"[^"]*")*>/g;

/** Leaves out elements of the picture's outermost group, counted from 0; their contents go with them. */
export function dropParts(body: string, drop: readonly number[]): string {
  if (drop.length === 0) return body;
  let part = -1;
  let depth = 0;
  return body.replace(tagPattern, tag => {
    const isClosingTag = tag.startsWith('</');
    if (isClosingTag) depth--;
    else if (depth === 1) part++;
    const inPart = depth >= 1;
    if (!isClosingTag && !tag.endsWith('/>')) depth++;
    return inPart && drop.includes(part) ? '' : tag;
  });
}
