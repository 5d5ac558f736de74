/**
 * The walk of a stranger in a real browser: from the public models to a new account, a payment, a token, a
 * picture, what it cost, and the receipt.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { desktop, openConsole, phone } from '../../support/browser/console-page.ts';
import { password, signedIn } from '../../support/clients/console-client.ts';
import { inDepth } from '../../support/depth.ts';
import { startMailServer, type TestMailServer } from '../../support/mail/mail-server.ts';
import { epay, epaySettings, signEpay } from '../../support/payments/epay-notification.ts';
import { stripeSettings } from '../../support/payments/shop.ts';
import { reportStripeEvent, sessionPaid } from '../../support/payments/stripe-events.ts';
import { startStripeServer, type StripeServer } from '../../support/payments/stripe-server.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { freePort } from '../../support/servers/free-port.ts';

let smtp: TestMailServer;
let stripe: StripeServer;
let kinora: TestApp;

before(async () => {
  smtp = await startMailServer();
  stripe = await startStripeServer();
  const port = await freePort();
  kinora = await startTestApp({
    settings: {
      KINORA_PORT: String(port),
      ...stripeSettings(stripe),
      ...epaySettings,
      KINORA_BASE_URL: `http://localhost:${port}`,
      KINORA_SMTP_URL: smtp.url,
      KINORA_MAIL_FROM: 'kinora@example.com',
      KINORA_SIGN_UP: 'open',
      KINORA_SIGN_UP_CREDIT: '0',
      KINORA_SIGN_UPS_PER_HOUR: '1000',
    },
  });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('site change', { name: 'Pictures', terms: 'Be kind.' });
});
after(() => smtp.close());

const texts = {
  en: {
    signUp: 'Create account',
    sent: 'Check your inbox',
    topUp: 'Top up',
    amount: '$10.00',
    pay: 'Pay',
    methods: { card: 'Card', alipay: 'Alipay' },
    youPay: { card: 'You pay $10.00', alipay: /72\.00/ },
    waiting: 'Waiting for the payment provider to confirm.',
    paid: 'Thank you. The credit is available.',
    credit: 'Your account has credit.',
    createTokens: 'Create tokens',
    shownOnce: 'Image key (shown only once)',
    next: 'Next',
    generate: /^Generate/,
    ready: 'Setup complete.',
    receipt: /^Receipt R-20/,
  },
  zh: {
    signUp: '注册账户',
    sent: '请查看邮箱',
    topUp: '立即充值',
    amount: '$10.00',
    pay: '支付',
    methods: { card: '银行卡', alipay: '支付宝' },
    youPay: { card: /将在支付服务商页面支付.*10\.00/, alipay: /72\.00/ },
    waiting: '正在等待支付服务商确认',
    paid: '谢谢，余额已到账。',
    credit: '你的账户有余额。',
    createTokens: '创建令牌',
    shownOnce: '图片密钥（仅显示这一次）',
    next: '下一步',
    generate: /^生成/,
    ready: '设置完成。',
    receipt: /^收据 R-20/,
  },
} as const;

interface Walk {
  readonly language: 'en' | 'zh';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly method: 'card' | 'alipay';
}

const walks: readonly Walk[] = [
  { language: 'zh', viewport: phone, method: 'alipay' },
  { language: 'en', viewport: desktop, method: 'card' },
  { language: 'zh', viewport: phone, method: 'card' },
  { language: 'en', viewport: desktop, method: 'alipay' },
];

for (const walk of walks.slice(0, inDepth({ quick: 1, full: walks.length })))
  test(`a stranger signs up, pays by ${walk.method}, makes a picture and gets a receipt: ${walk.language}, ${walk.viewport.width}`, async () => {
    const { page, visit } = await openConsole({ kinora, path: '/models', ...walk });
    const email = `${walk.language}-${walk.method}@example.com`;
    await signUp(page, walk.language, email);
    await visit('/ledger');
    await pay(page, walk);
    await visit('/welcome');
    await page.getByText(texts[walk.language].credit).waitFor();
    await makePicture(page, walk.language);
    await visit('/ledger');
    await checkStatement(page, walk);
  });

async function signUp(page: Page, language: Walk['language'], email: string): Promise<void> {
  const t = texts[language];
  await page
    .getByText(/\$0\.005/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await page.getByRole('link', { name: t.signUp }).first().click();
  await page.waitForURL('**/console/sign-up');
  await page.fill('input[name=email]', email);
  await page.click('button[type=submit]');
  await page.getByRole('status').getByText(t.sent).waitFor();
  await page.goto(await waitForLink(email));
  await page.fill('input[name=name]', `Stranger ${email}`);
  await page.fill('input[name=password]', password);
  await page.check('input[name=terms]');
  await page.click('button[type=submit]');
  await page.waitForURL(/\/console\/(image|welcome)/);
}

/** The link in the mail leads to the server as it is configured. */
async function waitForLink(email: string): Promise<string> {
  const mail = () => smtp.mails.find(({ to, text }) => to === email && text.includes('/join#ki_'));
  await until(async () => mail(), Boolean);
  return /http:\/\/localhost:\d+\/console\/join#ki_\w+/.exec(mail()?.text ?? '')?.[0] ?? assert.fail();
}

/** Comes back from the page of the provider before the provider has reported the payment. */
async function pay(page: Page, { language, method }: Walk): Promise<void> {
  const t = texts[language];
  let paymentFields: URLSearchParams | undefined;
  await page.route('https://checkout.example/**', route => {
    const returnUrl = stripe.sessions.at(-1)?.fields['success_url'] ?? '';
    return route.fulfill({ contentType: 'text/html', body: `<a href="${returnUrl}">Paid</a>` });
  });
  await page.route('https://pay.example.cn/**', route => {
    paymentFields = new URL(route.request().url()).searchParams;
    return route.fulfill({
      contentType: 'text/html',
      body: `<a href="${paymentFields.get('return_url')}">Paid</a>`,
    });
  });
  await page.getByRole('button', { name: t.topUp, exact: true }).click();
  await page.getByText(t.amount, { exact: true }).click();
  await page.getByText(t.methods[method], { exact: true }).click();
  await page.getByText(t.youPay[method]).waitFor();
  await page.getByRole('button', { name: t.pay, exact: true }).click();
  await page.getByRole('link', { name: 'Paid' }).click();
  await page.getByText(t.waiting).waitFor();
  await (paymentFields ? reportByEpay(paymentFields) : reportByStripe());
  await page.getByText(t.paid).waitFor();
}

async function reportByStripe(): Promise<void> {
  const payment = stripe.sessions.at(-1)?.fields['metadata[payment]'] ?? '';
  assert.equal((await reportStripeEvent(kinora, sessionPaid(payment, 1000))).status, 200);
}

async function reportByEpay(paymentFields: URLSearchParams): Promise<void> {
  const notification = signEpay({
    pid: epay.id,
    trade_no: `trade ${paymentFields.get('out_trade_no')}`,
    out_trade_no: paymentFields.get('out_trade_no') ?? '',
    type: 'alipay',
    name: 'Credit',
    money: paymentFields.get('money') ?? '',
    trade_status: 'TRADE_SUCCESS',
  });
  const response = await fetch(`${kinora.url}/payments/epay?${notification}`);
  assert.equal(await response.text(), 'success');
}

async function makePicture(page: Page, language: Walk['language']): Promise<void> {
  const t = texts[language];
  await page.getByRole('button', { name: t.createTokens }).click();
  await page.getByText(t.shownOnce).waitFor();
  await page.getByRole('button', { name: t.next }).first().click();
  await page
    .getByRole('button', { name: t.generate })
    .filter({ hasText: /\$0\.04/ })
    .click();
  await page.getByText(t.ready).waitFor();
}

/** Shows the charge of the picture, and gives the receipt of the payment as PDF. */
async function checkStatement(page: Page, { language }: Walk): Promise<void> {
  const t = texts[language];
  await page
    .getByText(/^[-−]\s?(US)?\$0\.04/)
    .first()
    .waitFor();
  await page
    .getByText(/\$9\.96/)
    .first()
    .waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t.receipt }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^R-20\d\d-\d{6}\.pdf$/);
  const pdf = await readFile((await download.path()) ?? '');
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
}
