/** Previews of work in progress. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { FileDependencies } from './files.ts';
import { openPreviews } from './previews.ts';
import type { UpstreamRecord } from './record.ts';

test('a preview is not read up to the size of a result', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#a53' } as const;
  const png = await sharp({ create }).png().toBuffer();
  const limits: (number | undefined)[] = [];
  const results: FileDependencies['results'] = {
    async fetch(_, { maxBytes }) {
      limits.push(maxBytes);
      return png;
    },
    receive: async () => assert.fail('It is small.'),
  };
  const upstream = { url: 'http://upstream.example' } as FileDependencies['upstream'];
  const record = { id: '1', imageUrl: '/preview.png', progress: '10%' } as unknown as UpstreamRecord;
  const previews = openPreviews({ upstream, results, name: 'proxy' });
  assert.ok(await previews.next(record, new AbortController().signal));
  assert.deepEqual(limits, [16 * 1024 * 1024]);
});
