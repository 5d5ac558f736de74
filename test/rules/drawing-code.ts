/** Drawing processes alone load the code that draws: a server with it starts later and is larger. */
import { isCode, listMatchingLines, type Rule } from './rule.ts';

const programs = ['src/engines/kinds/sketch/sketch-process.ts', 'src/engines/kinds/sketch/film-part.ts'];

export const drawingCode: Rule = {
  title:
    'only the programs that draw import code of @kinora/sketch: others take its types, or @kinora/sketch/prompt',
  breaches: files =>
    listMatchingLines(
      files.filter(file => isCode(file) && file.path.startsWith('src/') && !programs.includes(file.path)),
      /(?:^(?!import type |export type ).*from |\bimport\()'@kinora\/sketch'/,
      'import only types of @kinora/sketch',
    ),
  counterexamples: {
    'src/engines/kinds/sketch/sketch-engine.ts': "import { drawPicture, type Job } from '@kinora/sketch';",
    'src/engines/kinds/sketch/prompt-reader.ts': "const { shortenPrompt } = await import('@kinora/sketch');",
  },
};
