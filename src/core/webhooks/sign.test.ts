import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownSecret, sign } from './sign.ts';

const secretText = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const secret = Buffer.from(secretText.replace('whsec_', ''), 'base64');

test('the documented example of Standard Webhooks has the documented signature', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1614265330,
    body: '{"test": 2432232314}',
  };
  assert.deepEqual(sign([secret], message), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret is shown in the format of verification libraries', () => {
  assert.equal(shownSecret(secret), secretText);
});
