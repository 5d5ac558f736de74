import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { helpAddress } from './help.ts';
import { nav } from './nav.ts';

const root = new URL('../../docs/', import.meta.url);

/** Finds the anchors of a page, which the documentation generates from its headings. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every page of the Console leads to a page of the documentation that exists', () => {
  const otherPaths = ['/welcome', '/plans', '/task/1', '/profile', '/workflows', '/aliases'];
  for (const path of [...nav.flatMap(({ items }) => items.map(({ to }) => to)), ...otherPaths]) {
    for (const language of ['en', 'zh'] as const) {
      const address = helpAddress(path, language);
      const [, name = '', anchor] = /^\/docs\/([\w/-]+)(?:#(.+))?$/.exec(address) ?? [];
      const text = readFileSync(new URL(`${name}.md`, root), 'utf8');
      if (anchor !== undefined) assert.ok(anchorsIn(text).includes(anchor), `${path}: ${name}#${anchor}`);
    }
  }
});

test('a translated page is opened in the language of the Console', () => {
  assert.equal(helpAddress('/tasks', 'zh'), '/docs/zh/image-interface#跟踪任务');
  for (const path of ['/image', '/video', '/webhooks', '/reference', '/welcome', '/gallery', '/nope'])
    assert.match(helpAddress(path, 'zh'), /^\/docs\/zh/, path);
});

test('a page below another one has the same help, and an unknown one the index', () => {
  assert.equal(helpAddress('/models/sketch'), helpAddress('/models'));
  assert.equal(helpAddress('/nope'), '/docs');
});
