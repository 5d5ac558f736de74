/** The core knows no client format: what a wire calls things, and how a button looks, belongs to src/interfaces. */
import type { Rule } from './rule.ts';

const core = /^src\/(tasks|billing|media|models|accounts|moderation|webhooks|operate)\/.*(?<!\.test)\.ts$/;

/** The core stores the wire of a task and hands it back, but never looks into it. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\p{Emoji_Presentation}|\u{FE0F}/u, 'an emoji'],
  [/\bemoji:/i, 'a field for an emoji'],
  [/custom_?id/i, 'a customId'],
  [/\bMJ::/, 'an id of a button'],
  [/\bwire\s*(?:->|\?\.|\.\w|-\s*'|\|\|)/, 'a look into the wire of a task'],
  [/\}\s*=\s*(?:\w+\.)?wire\b|\bwire:\s*\{|\bwire as\b/, 'a look into the wire of a task'],
];

export const coreWords: Rule = {
  title: 'the core holds no emoji, no customId, and nothing that looks into the wire of a task',
  breaches: files =>
    files
      .filter(({ path }) => core.test(path))
      .flatMap(({ path, text }) =>
        forbidden.filter(([words]) => words.test(text)).map(([, what]) => `${path}: holds ${what}`),
      ),
  broken: {
    'src/tasks/buttons.ts': "const reroll = '🔄';",
    'src/tasks/button.ts': 'export interface Button { readonly emoji: string }',
    'src/media/names.ts': 'export const nameOf = ({ customId }: Button) => customId;',
    'src/tasks/choices.ts': 'const choice = /^MJ::JOB::upsample/;',
    'src/billing/entries.ts': "const entries = `select tasks.wire ->> 'prompt' from tasks`;",
    'src/webhooks/lines.ts': 'const { prompt } = task.wire;',
  },
};
