/** Starting payments: how many of an account can be open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createAccount } from '../accounts/accounts.ts';
import { listPayments } from './payment-rows.ts';
import { openEpay } from './providers/epay.ts';
import { startPayment, type PaymentRequest } from './start-payment.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const provider = openEpay({
  url: 'https://pay.example.cn',
  merchantId: '1001',
  key: 'key',
  methods: ['alipay'],
  priceMicros: 7_200_000n,
});
const terms = { providers: [provider], minMicros: 1n, maxMicros: 10_000_000n, baseUrl: 'https://a.example' };

test('payments that an account starts at once do not pass the limit of open ones', async () => {
  const accountId = (await createAccount(db, 'Studio'))?.id ?? '';
  const request: PaymentRequest = {
    accountId,
    userId: undefined,
    creditMicros: 5_000_000n,
    method: 'alipay',
    code: undefined,
    title: 'Credit',
  };
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => startPayment(db, terms, request)),
  );
  const rejections = results.filter(({ status }) => status === 'rejected');
  assert.equal(rejections.length, 10);
  for (const { reason } of rejections as PromiseRejectedResult[])
    assert.equal(reason.code, 'payments_too_many');
  const payments = await listPayments(db, { accountId, before: undefined, limit: 100 });
  assert.equal(payments.length, 20);
});
