import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Notifications } from '../../db/notifications.ts';
import { openResponseCache } from './response-cache.ts';

const request = () =>
  ({
    method: 'GET',
    url: '/v1/videos/one',
    headers: {},
    socket: {},
  }) as Partial<IncomingMessage> as IncomingMessage;
const response = { writeHead: () => {}, end: () => {} } as unknown as ServerResponse;
const body = { headers: {}, body: '{}' };

function opened(feed = { isFresh: () => true }) {
  const listening: ((isListening: boolean) => void)[] = [];
  const notifications: Notifications = {
    on: () => {},
    onListening: handle => {
      listening.push(handle);
      handle(true);
    },
  };
  const cache = openResponseCache({ changes: feed, notifications, hints: { on: () => {} } });
  const setListening = (now: boolean) => listening.forEach(handle => handle(now));
  const keep = () => {
    const asked = request();
    const wasKept = cache.answer(asked, response);
    cache.keep('one', asked, body);
    return wasKept;
  };
  return { cache, keep, setListening };
}

test('a response is given out until its task changes', () => {
  const { cache, keep } = opened();
  assert.deepEqual([keep(), keep()], [false, true]);
  cache.forget('one');
  assert.equal(keep(), false);
});

test('a response that replaced another is dropped as well', () => {
  let fresh = true;
  const { cache, keep } = opened({ isFresh: () => fresh });
  keep();
  fresh = false;
  assert.equal(keep(), false, 'nothing is given out while the change feed is behind');
  fresh = true;
  cache.forget('one');
  assert.equal(keep(), false);
});

test('nothing is kept while notifications of tokens are missed', () => {
  const { keep, setListening } = opened();
  setListening(false);
  assert.deepEqual([keep(), keep()], [false, false]);
});
