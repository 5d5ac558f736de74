/**
 * Every regular expression of the server is tried with texts that make such patterns slow: each character and
 * word of its own, repeated. What takes much longer than the text is long is named below with the reason why
 * nobody outside can reach it, or is mended.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceFiles } from '../../rules/rule.ts';

/** Why the slow pattern of a file does no harm, by file. */
const excuses: Readonly<Record<string, string>> = {
  'src/platform/lib/text/plain-decimal.ts': 'a number with ten places',
  'src/platform/lib/text/without-addresses.ts': 'cut to 2,000 characters',
  'src/core/accounts/passwords.ts': 'the end of Base64 of this server',
  'src/engines/kinds/openrouter/clip-prices.ts':
    'a part of a larger pattern, tried at the beginning of words only',
  'src/engines/kinds/comfyui/families/families.ts': 'names of files, cut to 300 characters',
  'src/api/http/request/find-base64.ts': 'cut to 800 characters',
  'src/api/http/request/json-fault.ts': 'tried at one place only',
  'src/api/site/docs/doc-page.ts': 'documents of this project',
  'src/api/site/docs/read-docs.ts': 'documents of this project',
  'src/api/site/docs/split-sections.ts': 'documents of this project',
};

const commonPieces = [...' \n\t1a-"\\<[(/.{=:,_%&@#?*`', 'é', '一', 'a.', '1.', 'a-', '1,', 'a=', '/a', 'a@'];
const length = 12_000;
/**
 * A pattern with the square takes 40 ms or more for a text of this length; a linear one, a fraction of one.
 */
const leastMs = 25;

test('no pattern that reads foreign texts takes time with the square of their length', () => {
  const patterns = readSourceFiles()
    .filter(({ path }) => /^(src|packages\/shared\/src)\/.*\.ts$/.test(path) && !path.includes('.test.'))
    .flatMap(({ path, text }) => patternsIn(text).map(pattern => ({ path, pattern })));
  assert.ok(patterns.length > 400, String(patterns.length));
  const slow = patterns.filter(({ pattern }) => isSlow(pattern));
  const slowPaths = new Set(slow.map(({ path }) => path));
  const unknown = slow.filter(({ path }) => !(path in excuses));
  assert.deepEqual(
    unknown.map(({ path, pattern }) => `${path}: ${pattern}`),
    [],
  );
  assert.deepEqual(
    Object.keys(excuses).filter(path => !slowPaths.has(path)),
    [],
    'the excuse is no longer needed',
  );
});

/** Literals, as far as they stand where an expression may begin. */
function patternsIn(text: string): RegExp[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const literal =
    /(?<=[(=,:!&|?{;[>]\s*|return )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?![\w/])/g;
  return [...code.matchAll(literal)].map(([, source = '', flags = '']) => {
    // One that is tried at a single place would not be tried at the others.
    return new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  });
}

function isSlow(pattern: RegExp): boolean {
  const words = [...new Set(pattern.source.replaceAll(/\\\w/g, '').match(/[^\\()[\]{}|?*+^$.]+/g) ?? [])];
  const ownPieces = words.slice(0, 12).flatMap(word => [word, `${word} `, `${word}a`, `${word}1`]);
  const pieces = new Set([...commonPieces, ...ownPieces, words.join(''), words.join(' ')].filter(Boolean));
  return [...pieces].some(piece =>
    ['', words[0] ?? ''].some(start => {
      const text = `${start}${piece.repeat(Math.ceil(length / piece.length))}\u0001`;
      return cpuMs(pattern, text) > leastMs && cpuMs(pattern, text) > leastMs;
    }),
  );
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
