/** The prompt history, and the checks of uploaded images. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPictureFault } from '../forms/check-picture.ts';
import { stepHistory, rememberPrompt } from './history.ts';

test('the history is walked from the newest prompt and contains each prompt once', () => {
  const history = ['b', 'a', 'c'].reduce(rememberPrompt, [] as readonly string[]);
  assert.deepEqual(rememberPrompt(history, 'a'), ['a', 'c', 'b']);
  assert.equal(stepHistory(history, '', 'older'), 'c');
  assert.equal(stepHistory(history, 'c', 'older'), 'a');
  assert.equal(stepHistory(history, 'b', 'older'), undefined);
  assert.equal(stepHistory(history, 'c', 'newer'), '');
  assert.equal(
    Array.from({ length: 120 }, (_, index) => String(index)).reduce(rememberPrompt, [] as readonly string[])
      .length,
    100,
  );
});

test('an image that the server would reject is rejected before it is sent', () => {
  const fine = { type: 'image/png', bytes: 1000, size: { width: 10, height: 10 } };
  assert.equal(findPictureFault(fine, []), undefined);
  assert.equal(findPictureFault({ ...fine, type: 'image/bmp' }, []), 'type');
  assert.equal(findPictureFault({ ...fine, bytes: 11_000_000 }, []), 'large');
  assert.equal(findPictureFault({ ...fine, size: undefined }, []), 'unreadable');
  assert.equal(findPictureFault({ ...fine, size: { width: 9000, height: 10 } }, []), 'edge');
  assert.equal(findPictureFault({ ...fine, bytes: 9e6 }, [{ bytes: 1e7 }, { bytes: 1e7 }]), 'together');
});
