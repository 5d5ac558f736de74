/** The name of a kind of engine appears only in its own folder and in the list of kinds. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

const list = 'src/engines/kinds/engine-kinds.ts';
/**
 * Names that are also ordinary words. For these, only the quoted name, its folder and its identifiers count.
 */
const everydayWords = ['chat', 'command'];
/** Where a name means something else: users can also sign in with Google. */
const otherMeanings: Readonly<Record<string, readonly string[]>> = {
  google: [
    'src/api/console/open-id-routes.ts',
    'src/platform/config/access-settings.ts',
    'src/platform/config/sign-in-providers.ts',
  ],
};

export const engineNames: Rule = {
  title: `src names a kind of engine only in its folder and in ${list}`,
  breaches: files => {
    const names = listEngineNames(files);
    return files
      .filter(file => file.path.startsWith('src/') && isCode(file) && !file.path.endsWith('.test.ts'))
      .flatMap(file => names.flatMap(name => findBreaches(file, name)));
  },
  counterexamples: {
    'src/app/cli/doctor.ts':
      "import { openSketchEngine } from '../../engines/kinds/sketch/sketch-engine.ts';",
    'src/app/start/begin-work.ts':
      "const type = engine === 'sketch' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia';",
    'src/app/start/app.ts': 'const threads = config.sketchThreads;',
    'src/engines/contract/engine.ts': "const usual = 'sketch';",
    'src/app/start/open-engines.ts': "const isHere = kind === 'command';",
    'src/app/cli/try.ts': "import { commandKind } from '../../engines/kinds/command/command-kind.ts';",
  },
};

/** The folders of kinds. Without files, as in the samples above, the ones that are known to exist. */
function listEngineNames(files: readonly SourceFile[]): string[] {
  const kindNames = files.flatMap(
    ({ path }) => /^src\/engines\/kinds\/([^/]+)\/\1-kind\.ts$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(['sketch', ...everydayWords, ...kindNames])];
}

/** Settings (`KINORA_SKETCH_THREADS`) and model ids (`sketch-motion`) are public names and allowed. */
function findBreaches({ path, text }: SourceFile, name: string): string[] {
  if (path === list || path.startsWith(`src/engines/kinds/${name}/`)) return [];
  if (otherMeanings[name]?.includes(path)) return [];
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const namePattern = everydayWords.includes(name)
    ? new RegExp(`['"\`]${name}['"\`]|kinds/${name}/|(?:\\b${name}|${capital})(?:Kind|Engine|Settings)`)
    : // Whole words, and parts of camel-case identifiers.
      new RegExp(`(?<![A-Za-z])${name}(?![a-z]|-[a-z]+')|(?<![A-Z])${capital}(?![a-z])`);
  return text
    .split('\n')
    .flatMap((line, index) =>
      namePattern.test(line)
        ? [`${path}:${index + 1}: ask the kind or its engine instead of naming ${name}`]
        : [],
    );
}
