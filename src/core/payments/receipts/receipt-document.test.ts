import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptItem } from './receipt-document.ts';

const sold = {
  plan: 'Pro',
  startsAt: new Date('2026-11-29T23:30:00Z'),
  endsAt: new Date('2026-12-29T23:30:00Z'),
};
const english = { language: 'en', timeZone: 'UTC' } as const;
const chinese = { language: 'zh', timeZone: 'Asia/Shanghai' } as const;

test('the line of a receipt names the plan and its period in the zone of the server, or credit', () => {
  const receipt = { kind: 'receipt', corrects: undefined } as const;
  assert.equal(receiptItem({ ...receipt, sold }, english), 'Plan Pro, 2026-11-29 to 2026-12-29');
  assert.equal(receiptItem({ ...receipt, sold }, chinese), '套餐 Pro，2026-11-30 至 2026-12-30');
  assert.equal(
    receiptItem({ ...receipt, sold: undefined }, english),
    'Credit for generating images and videos',
  );
});

test('a document that corrects the receipt of a plan says why, and for which plan', () => {
  const corrects = 'R-2026-000001';
  assert.equal(
    receiptItem({ kind: 'credit_note', corrects, sold }, english),
    'Plan Pro, 2026-11-29 to 2026-12-29: Money returned or disputed',
  );
  assert.equal(
    receiptItem({ kind: 'receipt', corrects, sold }, chinese),
    '套餐 Pro，2026-11-30 至 2026-12-30：争议结束后重新入账',
  );
  assert.equal(
    receiptItem({ kind: 'credit_note', corrects, sold: undefined }, english),
    'Money returned or disputed',
  );
});
