/** No reader of foreign text takes time that grows with the square of its length. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFault, listTokens } from '@kinora/shared/prompt/addresses';
import { normalizeForMatching } from '@kinora/shared/prompt/banned-pattern';
import { parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import { readablePrompt } from '@kinora/shared/prompt/readable-prompt';
import { housekeepingAnswer } from '../../src/api/chat/housekeeping.ts';
import { findBase64, jsonGaps } from '../../src/api/http/request/find-base64.ts';
import { findJsonFault } from '../../src/api/http/request/json-fault.ts';
import { bareAddress, readForwarded } from '../../src/api/http/request/read-forwarded.ts';
import { removeUnusableParameters } from '../../src/api/image/order/follow-up-order.ts';
import { rejectLongPrompt } from '../../src/api/image/order/order.ts';
import { messageIn } from '../../src/engines/adapter-kit/http/message-in.ts';
import { isRefusalText } from '../../src/engines/adapter-kit/http/job-words.ts';
import { addressesIn, progressOfLog } from '../../src/engines/adapter-kit/hosted/model-input/model-output.ts';
import { readAnswer } from '../../src/engines/kinds/chat/chat-answer.ts';
import { inputsForTitle } from '../../src/engines/kinds/comfyui/workflow/read-workflow.ts';
import { slotType } from '../../src/engines/kinds/comfyui/workflow/slot-types.ts';
import { recordShape, type UpstreamRecord } from '../../src/engines/kinds/mj-proxy/record.ts';
import { readTexts } from '../../src/engines/kinds/mj-proxy/texts.ts';
import { clipPrices } from '../../src/engines/kinds/openrouter/clip-prices.ts';
import { readDescriptions } from '../../src/engines/planner/words/describe.ts';
import { readShortened } from '../../src/engines/planner/words/shorten.ts';
import { readBase64Picture, uploadLimits } from '../../src/media/picture/read-upload.ts';
import { withoutAddresses } from '../../src/platform/lib/text/without-addresses.ts';
import { withoutSlashes } from '../../src/platform/lib/text/without-slashes.ts';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  rejectLongPrompt: text => ignoreErrors(() => rejectLongPrompt(text)),
  parsePrompt: text => parsePrompt(text, '7'),
  expandPrompt: text => expandPrompt(text),
  readablePrompt,
  addressFault,
  listTokens,
  normalizeForMatching,
  isRefusalText,
  inputsForTitle,
  slotType,
  withoutAddresses,
  findJsonFault,
  removeUnusableParameters: text => removeUnusableParameters(text, 'a red fox'),
  housekeepingAnswer: text => housekeepingAnswer([{ role: 'user', content: text }]),
  bareAddress,
  readForwarded: text => readForwarded({ headers: { forwarded: text } }),
  readBase64Picture: text => readBase64Picture(text, uploadLimits, 'token'),
  messageIn,
  addressesIn,
  progressOfLog,
  clipPrices: text => clipPrices({ [text]: '0.1', [`${text}_duration_seconds`]: '0.1' }),
  readDescriptions: text => readDescriptions(text, { width: 1, height: 1 }),
  readShortened: text => readShortened(text, text),
  'the answer of a chat model': text => {
    const bytes = Buffer.from(JSON.stringify({ choices: [{ message: { content: text } }] }));
    ignoreErrors(() => void readAnswer({ bytes }));
  },
  'the text of a describe': text => readTexts({ kind: 'describe', prompt: 'a red fox' }, record(text)),
  'the text of a shorten': text =>
    readTexts({ kind: 'shorten', prompt: 'a red fox' }, record(`${text}\n## Shortened prompts\n${text}`)),
  'the address of an engine': text => new URL(withoutSlashes(`http://a/${text}`)),
  findBase64: text => findBase64(Buffer.from(text.repeat(10)), { gaps: jsonGaps, textBytes: 1e6 }),
};

/** Each is repeated, and ends in something that no pattern expects. */
const pieces = [
  ' ',
  '\n',
  '1',
  'a',
  '-',
  '--',
  ' --',
  '::',
  '{',
  '}',
  '{a,',
  '"',
  '\\',
  '<',
  '[',
  '(',
  'a-',
  ', ',
  'a::1 ',
  '--ar 1',
  '--no ',
  'https://a',
  'data:image/',
  'data:image/png;base64,A ',
  '\u2014',
  '，',
  '\u200b',
  '/',
  '**a',
  '~~',
  '# ',
  '1\u20e3 ',
  '```',
  'for="',
  '--sref ',
  'USER :\n',
];

/** Linear readers need a few milliseconds for 40 KB; a quadratic one a second or more. */
const leastMs = 250;

for (const [name, read] of Object.entries(readers))
  test(`${name} reads hostile texts in linear time`, async () => {
    for (const piece of pieces) {
      const times: number[] = [];
      for (const length of [10_000, 20_000, 40_000])
        times.push(await cpuMs(read, `a${repeatPiece(piece, length)}\u0001`));
      const [short = 0, , long = 0] = times;
      const isQuadratic = long > leastMs && long > 8 * short;
      assert.ok(!isQuadratic, `${JSON.stringify(piece)} took ${times.join(', ')} ms of CPU`);
    }
  });

function record(finalPrompt: string): UpstreamRecord {
  return recordShape.parse({ id: '1', properties: { finalPrompt } });
}

function repeatPiece(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/**
 * The least of three runs, so that garbage collection and compilation do not count. One fast run is enough.
 */
async function cpuMs(read: (text: string) => unknown, text: string): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 3 && least > leastMs / 8; run++) {
    const before = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function ignoreErrors(read: () => void): void {
  try {
    read();
  } catch {
    // A rejection is an answer, too.
  }
}
