/** How the files of finished tasks are fetched and kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readReceivedFile } from '../../../media/storage/waiting-files.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';
import { openTaskFiles } from './files.ts';
import { recordShape } from './record.ts';
import type { Upstream } from './upstream.ts';

test('a sheet that cannot be decoded is fetched again by the next try, and a good one is fetched once', async () => {
  const sheet = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const answers = [sheet.subarray(0, 40), sheet];
  const fetchedAddresses: string[] = [];
  const upstream: Pick<Upstream, 'record' | 'url' | 'client'> = {
    url: 'http://mj.test',
    record: async id => recordShape.parse({ id, imageUrl: 'http://files.test/sheet.png' }),
    client: {} as Upstream['client'],
  };
  const files = openTaskFiles({
    upstream: upstream as Upstream,
    name: 'mj',
    results: {
      fetch: async () => assert.fail('It may be large.'),
      receive: async address => {
        fetchedAddresses.push(address);
        return answers[fetchedAddresses.length - 1] ?? assert.fail('It was fetched too often.');
      },
    },
  });
  const { signal } = new AbortController();
  const open = (cell: number) =>
    files.open(
      '1',
      { kind: 'picture', contentType: 'image/png', width: 8, height: 8, ref: { count: 4, file: 0, cell } },
      signal,
    );
  await assert.rejects(open(0), UnusableMedia);
  for (const cell of [0, 1, 2, 3])
    assert.equal((await sharp(await readReceivedFile(await open(cell))).metadata()).width, 8);
  assert.equal(fetchedAddresses.length, 2);
});
