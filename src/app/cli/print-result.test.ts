import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { printResult } from './print-result.ts';

function capturePrint(t: TestContext, name: string, result: unknown): { out: string; err: string } {
  const output = { out: '', err: '' };
  t.mock.method(process.stdout, 'write', (text: string) => Boolean((output.out += text)));
  t.mock.method(process.stderr, 'write', (text: string) => Boolean((output.err += text)));
  printResult(name, result);
  t.mock.restoreAll();
  return output;
}

test('a redemption code is printed alone on stdout, so that it can be piped', t => {
  const { out, err } = capturePrint(t, 'code create', { code: 'ABCD-EFGH', amount: '5.00' });
  assert.equal(out, 'ABCD-EFGH\n');
  assert.match(err, /Save the code now/);
});

test('the code of a failed probe is printed and not treated as a secret', t => {
  const { out, err } = capturePrint(t, 'engine probe', {
    ok: false,
    code: 'engine_unavailable',
    message: 'gone',
  });
  assert.match(out, /engine_unavailable/);
  assert.match(out, /gone/);
  assert.equal(err, '');
});

test('an empty list of lost work says that nothing was lost', t => {
  assert.equal(capturePrint(t, 'margin losses', []).out, 'No paid work was lost in this time.\n');
  assert.equal(capturePrint(t, 'token list', []).out, 'None.\n');
});

test('the output of a dry run starts with a note that nothing was changed', t => {
  const result = { ok: true, dry_run: true, tokens_created: 3 };
  const { out } = capturePrint(t, 'token import', result);
  assert.match(out, /^Dry run: nothing was changed\./);
  assert.match(out, /tokens created +3/);
  assert.doesNotMatch(
    capturePrint(t, 'token import', { ...result, dry_run: false }).out,
    /nothing was changed/,
  );
});

test('the parameters of a route have their own names in lines and in tables', t => {
  const route = { model: 'words', parameters: { set: { max_tokens: 777 } } };
  for (const result of [route, [route]])
    assert.match(capturePrint(t, 'route list', result).out, /set \(max_tokens 777\)/);
});

test('the state of a route has the words of the Console, and --json those of the interface', t => {
  const { out } = capturePrint(t, 'route list', [
    { model: 'a', enabled: true, state: 'half_open' },
    { model: 'b', enabled: true, state: 'open' },
    { model: 'c', enabled: false, state: 'closed' },
  ]);
  assert.match(out, /a +yes +Trying again|a +true +Trying again/);
  assert.match(out, /Paused after failures/);
  assert.match(out, /Disabled/);
});
