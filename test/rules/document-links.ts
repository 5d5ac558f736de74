/** Links between documents. */
import { posix } from 'node:path';
import { listFiles, type Rule, type SourceFile } from './rule.ts';

const binaryFiles = new Set(listFiles().filter(path => /\.(png|webp|jpg)$/.test(path)));

export const documentLinks: Rule = {
  title: 'every relative link of a document leads to an existing file and, if it names one, heading',
  breaches: files => {
    const filesByPath = new Map(files.map(file => [file.path, file]));
    return files.filter(({ path }) => path.endsWith('.md')).flatMap(file => listDeadLinks(file, filesByPath));
  },
  counterexamples: {
    'docs/a.md': 'See [there](../nowhere.md).',
    'docs/b.md': '# Here\n[up](#there)',
    'c.md': '![picture](docs/missing.png)',
    'd.md': '[a]: ./missing.md',
  },
};

function listDeadLinks(file: SourceFile, filesByPath: ReadonlyMap<string, SourceFile>): string[] {
  return findLinks(file.text).flatMap(link => {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? file.path : posix.join(posix.dirname(file.path), decodeURI(path));
    const targetFile = filesByPath.get(target);
    const isFolder = [...filesByPath.keys()].some(name => name.startsWith(`${target.replace(/\/$/, '')}/`));
    if (!targetFile && !isFolder && !binaryFiles.has(target)) return [`${file.path}: ${link} leads nowhere`];
    const hasHeading =
      !heading || !targetFile?.path.endsWith('.md') || listHeadings(targetFile.text).includes(heading);
    return hasHeading ? [] : [`${file.path}: ${link} names no heading of ${target}`];
  });
}

function findLinks(text: string): string[] {
  const prose = withoutCode(text);
  const inline = prose.matchAll(/\]\(<?([^()\s>]+)>?(?:\s"[^"]*")?\)/g);
  const references = prose.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm);
  return [...inline, ...references].map(match => match[1] as string).filter(link => !/^[a-z]+:/i.test(link));
}

/** The anchors that GitHub generates: lower case, without punctuation, dashes for spaces. */
function listHeadings(text: string): string[] {
  return [...withoutCode(text, /^```.*?^```/gms).matchAll(/^#+ +(.+)$/gm)].map(match =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string, code = /^```.*?^```|`[^`\n]*`/gms): string {
  return text.replace(code, '');
}
