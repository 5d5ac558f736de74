/** Reads the documents, their images and their contents (contents.json) from the folder docs/. */
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@kinora/shared/errors/errors';
import { docGroups, groupOfFolder, type Contents, type DocGroup } from './doc-groups.ts';

/** The packed product has it at the same place below dist/. */
const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Chinese documents have the names of the English ones, in this folder. */
const chineseFolder = 'zh/';

export interface Doc {
  /** Its path below docs/, without `.md`. */
  readonly name: string;
  readonly language: Language;
  /** The name of the English document: the same for a document and its translation. */
  readonly topic: string;
  readonly group: DocGroup;
  readonly title: string;
  /** A description in one sentence. */
  readonly description: string;
  readonly markdown: string;
}

export interface Docs {
  /** In the order of the sidebar, the Chinese ones after the English ones. */
  readonly pages: readonly Doc[];
  /** Images, by path below docs/. */
  readonly images: ReadonlyMap<string, Buffer>;
  /** Programs to copy, by path below docs/. */
  readonly examples: ReadonlyMap<string, Buffer>;
}

export async function readDocs(): Promise<Docs> {
  const files = (await readdir(folder, { recursive: true })).map(file => file.replaceAll('\\', '/'));
  const names = files.filter(file => file.endsWith('.md')).map(file => file.slice(0, -3));
  const english = await readEnglish(names.filter(name => !name.startsWith(chineseFolder)));
  const chinese = await readChinese(english, names);
  const read = async (ending: string) => {
    const matchingFiles = files.filter(file => extname(file) === ending);
    return new Map(
      await Promise.all(matchingFiles.map(async file => [file, await readFile(join(folder, file))] as const)),
    );
  };
  return { pages: [...english, ...chinese], images: await read('.webp'), examples: await read('.mjs') };
}

async function readEnglish(names: readonly string[]): Promise<Doc[]> {
  const contents: Contents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8'));
  return await Promise.all(
    sortByContents(contents, names).map(async ({ name, group }) => {
      const text = await readText(name);
      const description = contents[group][name] ?? firstSentence(text.markdown);
      return { name, topic: name, language: 'en' as const, group, description, ...text };
    }),
  );
}

/** Reads the translations, in the order of the documents that they translate. */
async function readChinese(english: readonly Doc[], names: readonly string[]): Promise<Doc[]> {
  const file = join(folder, chineseFolder, 'contents.json');
  const descriptions: Readonly<Record<string, string>> = JSON.parse(await readFile(file, 'utf8'));
  const translatedDocs = english.filter(({ name }) => names.includes(chineseFolder + name));
  return await Promise.all(
    translatedDocs.map(async ({ name: topic, group, description }) => {
      const name = chineseFolder + topic;
      const text = await readText(name);
      return {
        name,
        topic,
        language: 'zh' as const,
        group,
        description: descriptions[topic] ?? description,
        ...text,
      };
    }),
  );
}

/**
 * Sorts documents in the order of the contents. Documents that are not listed there
 * follow those of their group.
 */
function sortByContents(contents: Contents, names: readonly string[]): { name: string; group: DocGroup }[] {
  const listedDocs = docGroups.flatMap(group => Object.keys(contents[group]).map(name => ({ name, group })));
  const otherPages = names
    .filter(name => listedDocs.every(one => one.name !== name))
    .sort()
    .map(name => ({ name, group: groupOfFolder[name.split('/')[0] ?? ''] ?? 'Operate' }));
  return docGroups.flatMap(group =>
    [...listedDocs.filter(({ name }) => names.includes(name)), ...otherPages].filter(
      one => one.group === group,
    ),
  );
}

async function readText(name: string): Promise<{ title: string; markdown: string }> {
  const markdown = await readFile(join(folder, `${name}.md`), 'utf8');
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  return { title, markdown };
}

/**
 * Returns the first sentence of the first paragraph, without links and emphasis, and without the sentence
 * that names the readers of the page.
 */
function firstSentence(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:[^#`|\n].*\n)+)/m.exec(markdown) ?? [];
  const plain = paragraph
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll('\n', ' ');
  const sentences = plain.split(/(?<=\.) /).filter(sentence => !/^This (page|guide) is for/.test(sentence));
  return sentences[0]?.trim() ?? '';
}
