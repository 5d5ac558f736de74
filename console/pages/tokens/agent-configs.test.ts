import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentConfigs } from './agent-configs.ts';

test('each program gets the address and the key, and files are JSON', () => {
  for (const { program, file, code } of agentConfigs('https://k.example.com', 'kn_1')) {
    assert.match(code, /https:\/\/k\.example\.com/, program);
    assert.match(code, /kn_1/, program);
    if (file !== undefined) assert.ok(JSON.parse(code));
  }
});
