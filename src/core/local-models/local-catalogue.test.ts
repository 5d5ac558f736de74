import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import { localModelEntry } from './entry.ts';
import { openLocalCatalogue, readShippedEntries } from './local-catalogue.ts';

const entries = readShippedEntries();
const get = async () => assert.fail('nothing is fetched');
const { program } = openLocalCatalogue({ source: undefined, get });
const kind = engineKinds({ engineThreads: 1, dataDir: '', allowedNetworks: [] }).find(
  one => one.kind === program.kind,
);

test('the catalogue has a model for any processor, two for small graphics cards and two for clips', () => {
  const count = (fits: (entry: (typeof entries)[number]) => boolean) => entries.filter(fits).length;
  assert.ok(entries.length >= 8);
  assert.ok(count(({ needs }) => needs.processor === 'well' && needs.memory <= 2) >= 1);
  assert.ok(count(({ kind, needs }) => kind === 'image' && (needs.low ?? needs.video) <= 6) >= 2);
  assert.ok(count(({ kind }) => kind === 'video') >= 2);
  assert.equal(new Set(entries.map(({ name }) => name)).size, entries.length);
  assert.equal(new Set(entries.map(({ family }) => family)).size, entries.length);
});

test('every entry has settings that its kind of engine accepts, and does something with them', () => {
  assert.ok(kind);
  for (const { name, settings, set, steps, operations } of entries) {
    const checked = kind.settings.strict().parse({ ...settings, program: '/sd-server' }) as Record<
      string,
      never
    >;
    const { jobs } = kind.offer(name, checked);
    assert.ok(jobs.length > 0, name);
    if (operations)
      assert.ok(
        operations.every(operation => jobs.includes(operation)),
        name,
      );
    const parameters = { rename: {}, set: { ...set, ...(steps && { [steps.parameter]: steps.default }) } };
    assert.equal(kind.routeProblem?.({ upstream: name, parameters }), undefined, name);
  }
});

test('files that several models name are the same everywhere, so that they are downloaded once', () => {
  const files = entries.flatMap(({ files: all }) => all);
  const byPlace = Map.groupBy(files, ({ repository, path }) => `${repository}/${path}`);
  for (const [place, all] of byPlace) assert.equal(new Set(all.map(({ sha256 }) => sha256)).size, 1, place);
  assert.ok([...byPlace.values()].some(all => all.length > 1));
});

test('an entry that could lead out of its folder, or lacks what is shown before a download, is rejected', () => {
  const [first] = entries;
  assert.ok(first);
  const [file] = first.files;
  for (const wrong of [
    { path: '../weights.gguf' },
    { path: '/etc/passwd' },
    { path: 'a/../../b' },
    { repository: 'a/b/c' },
    { option: '--listen-ip' },
    { size: undefined },
  ])
    assert.ok(
      !localModelEntry.safeParse({ ...first, files: [{ ...file, ...wrong }] }).success,
      JSON.stringify(wrong),
    );
  const fileWithoutSize = { ...file, size: undefined, sha256: undefined };
  assert.ok(
    !localModelEntry.safeParse({ ...first, files: [fileWithoutSize] }).success,
    'nobody knows its size',
  );
});

test("the operator's own catalogue adds entries and replaces those of the same name", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-catalogue-'));
  const catalogueFile = join(folder, 'models.yaml');
  try {
    const [first] = entries;
    await writeFile(
      catalogueFile,
      stringify([
        { ...first, name: 'house-style' },
        { ...first, title: 'Ours' },
      ]),
    );
    const read = await openLocalCatalogue({ source: catalogueFile, get }).entries();
    assert.equal(read.length, entries.length + 1);
    assert.equal(read.find(({ name }) => name === first?.name)?.title, 'Ours');
    await writeFile(catalogueFile, '- name: only');
    await assert.rejects(openLocalCatalogue({ source: catalogueFile, get }).entries(), {
      code: 'local_catalogue_unusable',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
