/** Foreign images are opened only where memory and threads are limited. */
import { isCode, listMatchingLines, type Rule } from './rule.ts';

export const pictureLibrary: Rule = {
  title: 'in src, only src/media/picture imports sharp',
  breaches: files =>
    listMatchingLines(
      files.filter(
        ({ path, text }) =>
          isCode({ path, text }) && /^src\/(?!media\/picture\/)/.test(path) && !path.endsWith('.test.ts'),
      ),
      /(?:from |import\()'sharp'/,
      'use src/media/picture',
    ),
  counterexamples: { 'src/media/compose/put-back.ts': "import sharp from 'sharp';" },
};
