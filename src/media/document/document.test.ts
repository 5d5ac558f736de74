/**
 * Documents are written by a process with the memory settings of a server, in which memory
 * that was freed cannot be read.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { allocator } from '../../../bin/server-memory.js';

const program = `
  const { writeDocument } = await import(${JSON.stringify(new URL('document.ts', import.meta.url).href)});
  for (let count = 0; count < 3; count++) {
    const pdf = writeDocument({ title: 'Receipt', author: 'Bilder' }, to => {
      to.title('Receipt \u6536\u636e');
      to.note('Hauptstra\u00dfe 5');
    });
    console.log(pdf.subarray(0, 5).toString());
  }`;

test('a process with the memory settings of a server writes documents', () => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...allocator },
    encoding: 'utf8',
  });
  assert.deepEqual([signal, stdout], [null, '%PDF-\n%PDF-\n%PDF-\n'], stderr);
});
