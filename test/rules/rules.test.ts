/** The project rules that a program can check. What the linter can check is in `.oxlintrc.json`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { loadConfig } from '../../src/platform/config/config.ts';
import type { EngineKind } from '../../src/engines/contract/kind/engine-kind.ts';
import { engineKinds } from '../../src/engines/kinds/engine-kinds.ts';
import { errorTable } from '@kinora/shared/errors/errors';
import { reasonTable } from '@kinora/shared/errors/reason';
import { videoWords } from '../../src/api/video/error-words.ts';
import { operateTexts } from '../../src/api/procedures/operate-texts.ts';
import { clockReads } from './clock-reads.ts';
import { clientTypes, clientTypesPath } from '../../scripts/client-types.ts';
import { commandList } from './command-list.ts';
import { cteNames } from './cte-names.ts';
import { commentWidth } from './comment-width.ts';
import { coreWords } from './core-words.ts';
import { drawingCode } from './drawing-code.ts';
import { documentLinks } from './document-links.ts';
import { documentedFolders, documentPaths } from './document-paths.ts';
import { engineNames } from './engine-names.ts';
import { unequalTexts } from './error-texts.ts';
import { fileLengths } from './file-lengths.ts';
import { fileNames } from './file-names.ts';
import { functionNames } from './function-names.ts';
import { folderCycles, importCycles } from './import-cycles.ts';
import { importDirection } from './import-direction.ts';
import { landedMigrations } from './landed-migrations.ts';
import { localNames } from './local-names.ts';
import { machineTraces } from './machine-traces.ts';
import { exceptions, marks } from './marks.ts';
import { readRoutes } from './open-api-routes.ts';
import { parameterNames } from './parameter-names.ts';
import { commentSentences } from './plain-english.ts';
import { procedureContext } from './procedure-context.ts';
import { architecturePicture, tablesInDocuments } from './reference-tables.ts';
import { packageLayers } from './package-layers.ts';
import { pictureLibrary } from './picture-library.ts';
import { readSourceFiles, type Rule } from './rule.ts';
import { dependencyGaps } from '../../scripts/dependencies/dependency-table.ts';
import { spelling } from './spelling.ts';
import { sqlLayout } from './sql-layout.ts';
import { differences, translatedDocuments } from './translated-documents.ts';
import { typeNames } from './type-names.ts';

const rules: readonly Rule[] = [
  importDirection,
  importCycles,
  folderCycles,
  coreWords,
  engineNames,
  drawingCode,
  procedureContext,
  packageLayers,
  pictureLibrary,
  fileLengths,
  fileNames,
  marks,
  commentSentences,
  commentWidth,
  functionNames,
  spelling,
  parameterNames,
  localNames,
  typeNames,
  exceptions,
  clockReads,
  machineTraces,
  documentLinks,
  documentPaths,
  documentedFolders,
  cteNames,
  sqlLayout,
  translatedDocuments,
  landedMigrations,
  ...tablesInDocuments,
  architecturePicture,
  commandList,
];

const files = readSourceFiles();

for (const { title, breaches, counterexamples: samples } of rules) {
  test(title, () => {
    for (const [path, text] of Object.entries(samples))
      assert.notDeepEqual(breaches([{ path, text }]), [], `${path} breaks the rule, but is not found`);
    const faults = breaches(files);
    assert.ok(faults.length === 0, `\n${faults.join('\n')}\n`);
  });
}

test('a folder and the folder in it that import each other are a cycle', () => {
  const parent = { path: 'src/core/tasks/task.ts', text: "import { lease } from './work/lease.ts';" };
  const child = { path: 'src/core/tasks/work/lease.ts', text: "import type { Task } from '../task.ts';" };
  assert.deepEqual(folderCycles.breaches([parent]), []);
  assert.equal(folderCycles.breaches([parent, child]).length, 1);
});

test('a translation that lacks code, a term, a row, a link or a section is told apart', () => {
  const page = '# A\n\nSee [b](b.md), `x`.\n\n```sh\nls # list\n```\n\n| a |\n|---|\n| `y` |\n\n## B\n';
  const translation = page
    .replace('See', '见')
    .replace('list', '列出')
    .replace('b.md', '../b.md')
    .replace('B', '乙');
  assert.deepEqual(differences(page, translation), []);
  for (const part of ['[b](b.md)', '`x`', 'ls', '| `y` |\n', '## B\n'])
    assert.equal(differences(page, page.replace(part, '')).length > 0, true, part);
});

test('every error code, and every text for operators, has the same meaning in English and Chinese', () => {
  assert.deepEqual(unequalTexts({ unfilled: { en: 'No {model}.', zh: '没有。' } }).length, 1);
  assert.deepEqual(unequalTexts({ silent: { en: 'No.', zh: '' } }).length, 1);
  assert.deepEqual(unequalTexts(errorTable), []);
  assert.deepEqual(unequalTexts(reasonTable), []);
  assert.deepEqual(unequalTexts(videoWords), []);
  assert.deepEqual(unequalTexts(operateTexts), []);
});

/** The settings of a kind without a title or description in Chinese, as `kind.setting`. */
function listUntranslated(kinds: readonly Pick<EngineKind, 'kind' | 'description' | 'settings'>[]): string[] {
  const isChinese = (text: unknown) => typeof text === 'string' && /\p{Script=Han}/u.test(text);
  return kinds.flatMap(({ kind, description, settings }) => {
    const { properties = {} } = z.toJSONSchema(settings, { io: 'input' });
    const wrong = Object.entries(properties).filter(
      ([, one]) => typeof one !== 'object' || !isChinese(one['titleZh']) || !isChinese(one['descriptionZh']),
    );
    return [...(isChinese(description.zh) ? [] : [kind]), ...wrong.map(([name]) => `${kind}.${name}`)];
  });
}

test('the built-in kinds of engines describe themselves and their settings in Chinese', () => {
  const describedSetting = z.string().meta({ titleZh: '质量', descriptionZh: '图片的质量。' });
  const settings = z.object({
    bare: z.string(),
    half: z.string().meta({ titleZh: '质量' }),
    described: describedSetting,
  });
  const untranslatedKind = { kind: 'x', description: { en: 'X', zh: 'X' }, settings };
  assert.deepEqual(listUntranslated([untranslatedKind]), ['x', 'x.bare', 'x.half']);
  assert.deepEqual(listUntranslated(engineKinds({ engineThreads: 1, dataDir: '', allowedNetworks: [] })), []);
});

test('every setting and its allowed values have the same meaning in English and Chinese', () => {
  const { settings } = loadConfig({});
  const texts = settings.flatMap(({ name, description, allowed: allowedValues }) => [
    [name, description] as const,
    [`${name}, allowed`, allowedValues] as const,
  ]);
  assert.deepEqual(unequalTexts(Object.fromEntries(texts)), []);
  const listCodes = (text: string) => text.match(/`[^`]+`/g)?.sort() ?? [];
  for (const { name, description } of settings) {
    assert.match(description.zh, /\p{Script=Han}/u, name);
    assert.deepEqual(listCodes(description.zh), listCodes(description.en), name);
  }
});

test('docs/dependencies.md says of every package what it is for and who keeps it', () => {
  assert.deepEqual(dependencyGaps(), []);
});

test('every page of decisions/ has a number of its own', () => {
  const numbers = files.flatMap(({ path }) => /^decisions\/(\d{3})-/.exec(path)?.[1] ?? []);
  assert.ok(numbers.length > 0);
  assert.deepEqual(numbers, [...new Set(numbers)]);
});

test('the OpenAPI document lists the routes that are not hidden, and no others', async () => {
  const { shownRoutes, documentedRoutes } = await readRoutes();
  assert.ok(shownRoutes.length > 0);
  assert.deepEqual(documentedRoutes, shownRoutes);
});

test('kinora-client has the types of the served document and the version of the server', async () => {
  const text = (path: string) => files.find(file => file.path === path)?.text ?? '';
  assert.ok(text(clientTypesPath) === (await clientTypes()), `${clientTypesPath}: run npm run docs`);
  const { version } = JSON.parse(text('package.json'));
  for (const name of ['client', 'ai-sdk']) {
    const manifest = JSON.parse(text(`packages/${name}/package.json`));
    assert.equal(manifest.version, version, name);
    assert.equal(manifest.dependencies?.['kinora-client'] ?? version, version, `kinora-client of ${name}`);
  }
  assert.match(text('packages/client/src/http/version.ts'), new RegExp(`clientVersion = '${version}'`));
});
