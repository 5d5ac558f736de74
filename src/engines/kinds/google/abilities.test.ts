/** The abilities of instances, by their settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAbilities } from './abilities.ts';
import { googleSettings } from './google-settings.ts';

type Settings = Partial<ReturnType<typeof googleSettings.parse>>;

test('the sizes of pictures and clips follow from the settings', () => {
  const sizes = (settings: Settings, primitive: 'generate' | 'clip') =>
    toAbilities(googleSettings.parse(settings))[primitive]?.sizes?.list;
  assert.deepEqual(sizes({}, 'generate')?.[0], { width: 1024, height: 1024 });
  assert.deepEqual(sizes({ imageSize: '4K' }, 'generate')?.[8], { width: 5456, height: 3072 });
  assert.deepEqual(sizes({ makes: 'clips', largestClip: '1080p' }, 'clip'), [
    { width: 1280, height: 720 },
    { width: 720, height: 1280 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ]);
});
