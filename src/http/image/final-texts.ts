/** What a describe or a shorten found, in the words and marks that clients show. */
import type { TaskView } from '../../tasks/task-view.ts';
import type { ImageWire } from './wire.ts';

/** `properties.finalPrompt`: of any other task the prompt as it was understood. */
export function finalTexts({ job, texts }: TaskView, wire: ImageWire): string {
  if (texts.length === 0) return wire.finalPrompt;
  if (job.kind === 'describe') return numbered(texts);
  const [marked = '', ...more] = texts;
  const prompts = numbered(more.slice(0, 5).map(text => withParameters(text, wire)));
  const details = wire.showsDetails ? `\n${more[5] ?? ''}` : '';
  return `## Important tokens\n${marked}${details}\n## Shortened prompts\n${prompts}`;
}

/** A shorter prompt with the parameters that the long one had. */
export function withParameters(text: string, { parameters }: ImageWire): string {
  return parameters ? `${text} ${parameters}` : text;
}

function numbered(texts: readonly string[]): string {
  return texts.map((text, index) => `${index + 1}\u{FE0F}\u{20E3} ${text}`).join('\n\n');
}
