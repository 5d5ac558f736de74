/** The core knows no client format: names of wire fields and the look of buttons belong to src/api. */
import type { Rule } from './rule.ts';

const core = /^src\/(core|media)\/.*(?<!\.test)\.ts$/;

/** The core stores the wire of a task and returns it, but never reads its fields. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\p{Emoji_Presentation}|\u{FE0F}/u, 'contains an emoji'],
  [/\bemoji:/i, 'has a field for an emoji'],
  [/custom_?id/i, 'contains a customId'],
  [/\bMJ::/, 'contains the id of a button'],
  [/\bwire\s*(?:->|\?\.|\.\w|-\s*'|\|\|)/, "reads a field of a task's wire"],
  [/\}\s*=\s*(?:\w+\.)?wire\b|\bwire:\s*\{|\bwire as\b/, "reads a field of a task's wire"],
];

export const coreWords: Rule = {
  title: "the core contains no emoji and no customId, and reads no field of a task's wire",
  breaches: files =>
    files
      .filter(({ path }) => core.test(path))
      .flatMap(({ path, text }) =>
        forbidden.filter(([words]) => words.test(text)).map(([, description]) => `${path}: ${description}`),
      ),
  counterexamples: {
    'src/core/tasks/buttons.ts': "const reroll = '🔄';",
    'src/core/tasks/button.ts': 'export interface Button { readonly emoji: string }',
    'src/media/names.ts': 'export const nameOf = ({ customId }: Button) => customId;',
    'src/core/tasks/choices.ts': 'const choice = /^MJ::JOB::upsample/;',
    'src/core/billing/entries.ts': "const entries = `select tasks.wire ->> 'prompt' from tasks`;",
    'src/core/webhooks/lines.ts': 'const { prompt } = task.wire;',
  },
};
