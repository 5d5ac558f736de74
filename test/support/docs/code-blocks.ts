/** The code blocks of README, docs/ and the packages for clients, as they are in the sources. */
import { readdirSync, readFileSync } from 'node:fs';

export interface CodeBlock {
  /** README.md, that of a package, or a path below docs/. */
  readonly page: string;
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

const root = new URL('../../../', import.meta.url);

/** Translations have the same code, which test/rules/translated-documents.ts checks. */
export function codeBlocks(): CodeBlock[] {
  const pages = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md') && !path.startsWith('zh/'))
    .sort();
  return [
    ...['README.md', 'packages/client/README.md', 'packages/ai-sdk/README.md'].map(page =>
      blocksIn(page, page),
    ),
    ...pages.map(page => blocksIn(page, `docs/${page}`)),
  ].flat();
}

function blocksIn(page: string, path: string): CodeBlock[] {
  const text = readFileSync(new URL(path, root), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      page,
      heading: [...text.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '',
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
