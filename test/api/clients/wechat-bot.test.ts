/** A simple Python bot against this server. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { plainPicture } from '../../support/clients/image-client.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { openBot, type Bot, type BotReply } from './wechat-bot.ts';

let kinora: TestApp;

before(async () => {
  const scriptedServer = await startScriptedServer();
  kinora = await startTestApp({
    engines: [scriptedEngine(scriptedServer.url, { slots: 4 })],
    cards: scriptedCards,
  });
});

const open = (user: object = { user_id: '@7', user_nickname: '张三' }, secret = kinora.imageKey) =>
  openBot({ url: kinora.url, secret, user });

function readTaskId([isTaken, text]: BotReply): string {
  assert.ok(isTaken, text);
  return text;
}

async function waitForMessage(bot: Bot, reply: BotReply): Promise<string> {
  const message = await bot.result(readTaskId(reply));
  assert.match(message, /SUCCESS/);
  return message;
}

test('a prompt generates a grid that can be upscaled, varied and rerolled with the commands of the bot', async () => {
  const bot = open();
  const reply = await bot.imagine('一只猫 --v 1');
  const message = await waitForMessage(bot, reply);
  assert.match(message, /\/imagine 一只猫 --v 1\n张三\nhttp/);
  const id = readTaskId(reply);
  await waitForMessage(bot, await bot.sendUp(`${id} U1`));
  await waitForMessage(bot, await bot.sendUp(`${id} v4`));
  await waitForMessage(bot, await bot.reroll(id));
  assert.match(await bot.fetch(id), /100%/);
});

test('images are submitted, blended and described as data URLs whose type is their file extension', async () => {
  const bot = open();
  const picture = `data:image/jpg;base64,${await plainPicture()}`;
  await waitForMessage(bot, await bot.imagine('a cat --v 1', [picture]));
  await waitForMessage(bot, await bot.blend([picture, picture]));
  await waitForMessage(bot, await bot.blend([picture, picture], 'PORTRAIT'));
  assert.match(await waitForMessage(bot, await bot.describe(picture)), /1️⃣ /);
});

test('a task belongs to the user whose id is in its state', async () => {
  const bot = open();
  const reply = await bot.imagine('a cat --v 1');
  await until(bot.queue, message => message === 'nothing waits');
  const stranger = open({ user_id: '@8', user_nickname: 'another' });
  assert.equal(await stranger.fetch(readTaskId(reply)), 'this task is not yours');
});

test('a group user can submit, and a state longer than 255 characters is rejected with the reason', async () => {
  const hash = 'f'.repeat(64);
  const group = { user_nickname: '张三', isgroup: true, group_name: '绘画爱好者交流群', limit: 10 };
  const bot = open({ ...group, user_id: `@${hash}`, group_id: '@@1' });
  await waitForMessage(bot, await bot.imagine('a cat --v 1'));
  const long = open({ ...group, user_id: `@${hash}`, group_id: `@@${hash}`, user_remark: '张'.repeat(60) });
  const [isTaken, text] = await long.imagine('a cat --v 1');
  assert.equal(isTaken, false);
  assert.match(text, /"state": expected at most 255 characters/);
});

test('the queue is listed, also when it is empty', async () => {
  const bot = open();
  await until(bot.queue, message => message === 'nothing waits');
  const replies = [];
  for (let index = 0; index < 7; index++) replies.push(await bot.imagine('\\{"check":"hang"\\} --v 1'));
  assert.match(await bot.queue(), /NOT_START/);
  const { body } = await call(`${kinora.url}/mj/task/list`, { key: kinora.imageKey });
  for (const { id } of body)
    await call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, json: {} });
});

test('a rejection is always a sentence without a missing field, also without a key', async () => {
  for (const reply of [
    await open().imagine('a cat --ar wrong'),
    await open().sendUp('1234567890123456 U1'),
    await open().blend([]),
    await open(undefined, '').imagine('a cat'),
  ]) {
    assert.equal(reply[0], false);
    assert.ok(reply[1].length > 10);
  }
  const bot = open();
  const failed = await bot.result(readTaskId(await bot.imagine('\\{"check":"refuse"\\} --v 1')));
  assert.match(failed, /FAILURE/);
});
