/** Reads the documents, their images and their contents (contents.json) from the folder docs/. */
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docGroups, groupOfFolder, type Contents, type DocGroup } from './doc-groups.ts';

/** The packed product has it at the same place below dist/. */
const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url));

export interface Doc {
  /** Its path below docs/, without `.md`. */
  readonly name: string;
  readonly group: DocGroup;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly markdown: string;
}

export interface Docs {
  /** In the order of the sidebar. */
  readonly pages: readonly Doc[];
  /** Images, by path below docs/. */
  readonly images: ReadonlyMap<string, Buffer>;
  /** Programs to copy, by path below docs/. */
  readonly examples: ReadonlyMap<string, Buffer>;
}

export async function readDocs(): Promise<Docs> {
  const files = (await readdir(folder, { recursive: true })).map(file => file.replaceAll('\\', '/'));
  const names = files.filter(file => file.endsWith('.md')).map(file => file.slice(0, -3));
  const contents: Contents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8'));
  const pages = await Promise.all(inOrder(contents, names).map(page => readDoc(contents, page)));
  const read = async (ending: string) => {
    const found = files.filter(file => extname(file) === ending);
    return new Map(
      await Promise.all(found.map(async file => [file, await readFile(join(folder, file))] as const)),
    );
  };
  return { pages, images: await read('.webp'), examples: await read('.mjs') };
}

/** In the order of the contents. Documents that are not listed there follow those of their group. */
function inOrder(contents: Contents, names: readonly string[]): { name: string; group: DocGroup }[] {
  const listed = docGroups.flatMap(group => Object.keys(contents[group]).map(name => ({ name, group })));
  const others = names
    .filter(name => listed.every(one => one.name !== name))
    .sort()
    .map(name => ({ name, group: groupOfFolder[name.split('/')[0] ?? ''] ?? 'Operate' }));
  return docGroups.flatMap(group =>
    [...listed.filter(({ name }) => names.includes(name)), ...others].filter(one => one.group === group),
  );
}

async function readDoc(contents: Contents, { name, group }: { name: string; group: DocGroup }): Promise<Doc> {
  const markdown = await readFile(join(folder, `${name}.md`), 'utf8');
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  const description = contents[group][name] ?? firstSentence(markdown);
  return { name, group, title, description, markdown };
}

/** Of the first paragraph, without links and emphasis, and without the sentence that says whom the page is for. */
function firstSentence(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:[^#`|\n].*\n)+)/m.exec(markdown) ?? [];
  const plain = paragraph
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll('\n', ' ');
  const sentences = plain.split(/(?<=\.) /).filter(sentence => !/^This (page|guide) is for/.test(sentence));
  return sentences[0]?.trim() ?? '';
}
