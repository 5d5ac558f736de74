/** Models that were asked for JSON also think aloud, or write it in a fence. */

/** The last JSON object in a text. The text itself if there is none: the asker decides what to do with it. */
export function jsonInText(text: string): string {
  const thought = '</think>';
  const from = text.lastIndexOf(thought);
  const answer = from < 0 ? text : text.slice(from + thought.length);
  const end = answer.lastIndexOf('}');
  for (let start = answer.indexOf('{'); start >= 0 && start < end; start = answer.indexOf('{', start + 1)) {
    const part = answer.slice(start, end + 1);
    if (isJson(part)) return part;
  }
  return text.trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
