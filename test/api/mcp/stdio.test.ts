/**
 * `kinora mcp`: a program that starts its tools as processes reaches the server through it,
 * also while the server restarts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { generations, readRecord } from '../../support/clients/mcp-client.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { startRestartingApp } from '../../support/setups/restarting-app.ts';

const program = fileURLToPath(new URL('../../../bin/kinora.js', import.meta.url));

test('both generations call tools through it, and a call that is sent while the server is down arrives', async () => {
  const kinora = await startRestartingApp();
  const connect = async (generation: (typeof generations)[number]) => {
    const mode = generation === 'modern' ? { pin: '2026-07-28' } : 'legacy';
    const client = new Client({ name: 'desk', version: '1' }, {
      versionNegotiation: { mode },
    } as ClientOptions);
    const env = {
      ...(process.env as Record<string, string>),
      KINORA_URL: kinora.url,
      KINORA_TOKEN: kinora.imageKey,
    };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }),
    );
    atEnd(() => client.close());
    return client;
  };
  const clients = await Promise.all(generations.map(connect));
  for (const client of clients) {
    const result = await client.callTool({ name: 'generate_image', arguments: { prompt: 'a fox by pipe' } });
    assert.equal(readRecord(result).status, 'completed');
    const prompt = client.getPrompt({ name: 'prices' });
    assert.equal((await prompt).messages.length, 1);
  }
  const [client] = clients;
  const restart = kinora.restart();
  const models = await client?.callTool({ name: 'list_models' });
  await restart;
  const { models: list } = (models as { structuredContent: unknown }).structuredContent as {
    models: unknown[];
  };
  assert.ok(list.length > 0);
});
