/** The icons of the Console, drawn as pages draw them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as icons from './icons.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));

test('every icon that a file of the Console imports is there, and there is no other', () => {
  const importedNames = globSync(`${folder}**/*.{ts,tsx}`)
    .flatMap(file => [
      ...readFileSync(file, 'utf8').matchAll(/import \{([^}]+)\} from '[^']+\/icons\/icons\.ts'/g),
    ])
    .flatMap(([, names = '']) => names.split(',').map(name => name.trim().split(' ')[0] ?? ''));
  assert.deepEqual(new Set(importedNames.filter(Boolean)), new Set(Object.keys(icons)));
});

for (const [name, icon] of Object.entries(icons))
  test(`${name} is paths in a box of 24 by 24`, () => {
    const markup = renderToStaticMarkup(createElement(icon, { size: 16 }));
    assert.match(markup, /^<svg [^>]*viewBox="0 0 24 24"[^>]* width="16" height="16"[^>]*>/);
    assert.match(markup, /(<path d="[Mm][-0-9a-zA-Z., ]+"><\/path>)+<\/svg>$/);
    assert.doesNotMatch(markup, /NaN|undefined/);
  });

test('an icon is hidden from assistive technology, except with a label', () => {
  const markup = renderToStaticMarkup(createElement(icons.Check));
  assert.match(markup, /aria-hidden="true"/);
  const labeledMarkup = renderToStaticMarkup(createElement(icons.Check, { 'aria-label': 'Chosen' }));
  assert.match(labeledMarkup, /aria-label="Chosen"/);
  assert.doesNotMatch(labeledMarkup, /aria-hidden/);
});
