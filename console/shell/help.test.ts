import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { helpAddress } from './help.ts';
import { nav } from './nav.ts';

const root = new URL('../../docs/', import.meta.url);

/** As the documentation makes anchors of its headings. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every page of the Console leads to a page of the documentation that exists', () => {
  const others = ['/welcome', '/task/1', '/profile', '/workflows'];
  for (const path of [...nav.flatMap(({ items }) => items.map(({ to }) => to)), ...others]) {
    const [, name = '', anchor] = /^\/docs\/([\w/-]+)(?:#(.+))?$/.exec(helpAddress(path)) ?? [];
    const text = readFileSync(new URL(`${name}.md`, root), 'utf8');
    if (anchor !== undefined) assert.ok(anchorsIn(text).includes(anchor), `${path}: ${name}#${anchor}`);
  }
});

test('a page below another one has the same help, and an unknown one the index', () => {
  assert.equal(helpAddress('/models/sketch'), helpAddress('/models'));
  assert.equal(helpAddress('/nope'), '/docs');
});
