/** The result texts of a describe or a shorten, in the format that clients show. */
import type { TaskView } from '../../../core/tasks/read/task-view.ts';

/** The fields of an image task's wire that its final texts depend on. */
interface TextWire {
  readonly finalPrompt: string;
  readonly parameters?: string;
  readonly showsDetails?: boolean;
}

/** `properties.finalPrompt`. For other tasks, the prompt as it was understood. */
export function finalTexts({ job, texts }: TaskView, wire: TextWire): string {
  if (texts.length === 0) return wire.finalPrompt;
  if (job.kind === 'describe') return numberTexts(texts);
  const [importantTokens = '', ...more] = texts;
  const prompts = numberTexts(more.slice(0, 5).map(text => withParameters(text, wire)));
  const details = wire.showsDetails ? `\n${more[5] ?? ''}` : '';
  return `## Important tokens\n${importantTokens}${details}\n## Shortened prompts\n${prompts}`;
}

/** A shorter prompt with the parameters of the original one. */
export function withParameters(text: string, { parameters }: Pick<TextWire, 'parameters'>): string {
  return parameters ? `${text} ${parameters}` : text;
}

function numberTexts(texts: readonly string[]): string {
  return texts.map((text, index) => `${index + 1}\u{FE0F}\u{20E3} ${text}`).join('\n\n');
}
