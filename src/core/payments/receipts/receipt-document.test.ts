import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptItem } from './receipt-document.ts';

const planDays = { plan: 'Pro', from: '2026-11-29', until: '2026-12-29' };
const receipt = { kind: 'receipt', corrects: undefined } as const;

test('the line of a receipt names the plan and its period, or credit', () => {
  assert.equal(
    receiptItem(receipt, { language: 'en', soldPlan: planDays }),
    'Plan Pro, 2026-11-29 to 2026-12-29',
  );
  assert.equal(
    receiptItem(receipt, { language: 'zh', soldPlan: planDays }),
    '套餐 Pro，2026-11-29 至 2026-12-29',
  );
  assert.equal(
    receiptItem(receipt, { language: 'en', soldPlan: undefined }),
    'Credit for generating images and videos',
  );
});

test('a document that corrects the receipt of a plan says why, and for which plan', () => {
  const corrects = 'R-2026-000001';
  assert.equal(
    receiptItem({ kind: 'credit_note', corrects }, { language: 'en', soldPlan: planDays }),
    'Plan Pro, 2026-11-29 to 2026-12-29: Money returned or disputed',
  );
  assert.equal(
    receiptItem({ kind: 'receipt', corrects }, { language: 'zh', soldPlan: planDays }),
    '套餐 Pro，2026-11-29 至 2026-12-29：争议结束后重新入账',
  );
  assert.equal(
    receiptItem({ kind: 'credit_note', corrects }, { language: 'en', soldPlan: undefined }),
    'Money returned or disputed',
  );
});
