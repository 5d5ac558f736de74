import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight } from './highlight.ts';

test('highlighting keeps every character of the code in its place', () => {
  const codes = {
    curl: `# make\nID=$(curl -s http://a/v1 -d '{\n  "prompt": "it'\\''s"\n}')\n\nuntil x; do sleep 2; done`,
    javascript: "const a = `x ${b}`; // c\n\nawait f({ 'd-e': 1 });",
    python: 'import os, requests\nprint(f"{a[\'b\']}")  # done',
    json: '{\n  "a": [1, true, null]\n}',
  } as const;
  for (const [language, code] of Object.entries(codes)) {
    const lines = highlight(code, language as keyof typeof codes);
    assert.equal(lines.map(line => line.map(({ text }) => text).join('')).join('\n'), code, language);
    assert.ok(lines.flat().some(({ look }) => look !== ''));
  }
});
