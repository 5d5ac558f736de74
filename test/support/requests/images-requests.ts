/**
 * Generated requests of the Images API and of chat, valid and invalid in any mixture: every field of the
 * contract with values that clients send and values that programs fail on, as JSON and as forms.
 */
import fc from 'fast-check';

/** A part of a form. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string; readonly bytes: Uint8Array<ArrayBuffer> };

export interface ImagesRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: readonly FormPart[];
}

/** What requests refer to. */
export interface ImagesFixtures {
  /** A small PNG. */
  readonly picture: Uint8Array<ArrayBuffer>;
  /** The ID of a finished task. */
  readonly task: string;
}

type Values = fc.Arbitrary<unknown>;

const oddities: Values = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e308, '', ' ', '0x10', 'NaN', [], [null], {}, { '': '' }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constant('x'.repeat(3000)),
);

/** Mostly good values, so that requests get past their first field. */
const mostly = (good: readonly unknown[], odd: Values = oddities): Values =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: odd });

const prompts = mostly(
  ['a red fox', 'eine Füchsin', '一只狐狸', 'a fox 🦊 --ar 3:2', 'a fox --seed 7 --no snow', 'a fox --v 6.1'],
  fc.oneof(
    oddities,
    fc.constantFrom('a fox --ar 99:1', '{a, b} fox', 'a --repeat 3', '--ar 1:1', 'a fox --model gpt-9'),
    fc.constant('fox '.repeat(10_000)),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  ),
);
const sizes = mostly(
  ['64x64', '128x96', '64x128', '96x64'],
  fc.oneof(
    oddities,
    fc.constantFrom('auto', '63x64', '4097x64', '640x64', '1e3x5', '00064x64', '64X64', 512),
  ),
);

const common: Readonly<Record<string, Values>> = {
  model: mostly(['sketch'], fc.oneof(oddities, fc.constantFrom('gpt-9', 'dall-e-3', 'sketch-motion'))),
  n: mostly([1, 1, 1, 2, '2', 3], fc.oneof(oddities, fc.constantFrom(0, 10, 11, 1.5, '10'))),
  quality: mostly(['auto', 'standard', 'hd', 'high', '']),
  background: mostly(['auto', 'opaque', 'transparent', '']),
  output_format: mostly(['png', 'jpeg', 'webp', ''], fc.oneof(oddities, fc.constant('gif'))),
  output_compression: mostly([0, 60, 100, '80'], fc.oneof(oddities, fc.constant(101))),
  response_format: mostly(['url', 'b64_json', '']),
  stream: mostly([true, false, 'true', 'false']),
  partial_images: mostly([0, 2, 3], fc.oneof(oddities, fc.constant(4))),
  user: mostly(['ann', '']),
  safety_identifier: mostly(['ann', '']),
  seed: mostly([1, 2 ** 31, '7'], fc.oneof(oddities, fc.constant(2 ** 32))),
  async: mostly([true, false]),
  webhook_url: mostly(['https://example.com/hook'], fc.oneof(oddities, fc.constant('http://127.0.0.1/hook'))),
  style: mostly(['vivid', 'natural']),
  moderation: mostly(['low', 'auto']),
  input_fidelity: mostly(['high', 'low']),
  steps: mostly([20]),
  width: mostly([64, 128]),
  height: mostly([64, 128]),
  ['__proto__']: oddities,
};

const headers = fc.record(
  {
    // A short wait can end with 504 on a busy machine, as the client asked for.
    prefer: fc.constantFrom('respond-async', 'wait=600', 'wait=x', 'respond-async, wait=600', ''),
    'accept-language': fc.constantFrom('zh-CN', 'de', '*'),
    'x-stainless-retry-count': fc.constantFrom('0', '1', 'x'),
    'idempotency-key': fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', '1', '-') }),
  },
  { requiredKeys: [] },
);

/** Each field is present now and then. The size always, because a small picture is made in less time. */
function fields(more: Readonly<Record<string, Values>>): fc.Arbitrary<Record<string, unknown>> {
  const all: Readonly<Record<string, Values>> = { ...common, ...more };
  const optional = fc.subarray(Object.keys(common), { maxLength: 5 });
  return optional.chain(names =>
    fc.record(
      Object.fromEntries([...Object.keys(more), ...names].map(name => [name, all[name] ?? oddities])),
    ),
  );
}

export function imagesRequests(fixtures: ImagesFixtures): fc.Arbitrary<ImagesRequest> {
  const paths = (name: string) => fc.constantFrom(`images/${name}`, `images/${name}`, `images/${name}/async`);
  const jsonRequest = (path: fc.Arbitrary<string>, json: Values) => fc.record({ path, headers, json });
  const formRequest = (path: fc.Arbitrary<string>, form: fc.Arbitrary<FormPart[]>) =>
    fc.record({ path, headers, form });
  const generation = fields({ prompt: prompts, size: sizes });
  return fc.oneof(
    { weight: 4, arbitrary: jsonRequest(paths('generations'), generation) },
    { weight: 1, arbitrary: jsonRequest(fc.constant('images/quote'), generation) },
    { weight: 3, arbitrary: jsonRequest(paths('edits'), editJson(fixtures)) },
    { weight: 2, arbitrary: formRequest(paths('edits'), form(fixtures, { prompt: prompts, size: sizes })) },
    { weight: 1, arbitrary: formRequest(fc.constant('images/variations'), form(fixtures, { size: sizes })) },
    { weight: 3, arbitrary: jsonRequest(fc.constant('chat/completions'), chat(fixtures)) },
    { weight: 1, arbitrary: jsonRequest(paths('generations'), oddities) },
  );
}

function addresses({ picture }: ImagesFixtures): Values {
  const data = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`;
  return mostly(
    [data],
    fc.oneof(
      oddities,
      fc.constantFrom(data.slice(0, -40), 'data:image/png;base64,AAAA', 'data:,', 'http://127.0.0.1:1/a.png'),
      fc.constantFrom('ftp://example.com/a', 'https://[::1]/a.png', 'file:///etc/passwd'),
    ),
  );
}

function editJson(fixtures: ImagesFixtures): fc.Arbitrary<Record<string, unknown>> {
  const byAddress = fc.record({ image_url: addresses(fixtures) });
  const byTask = fc.record({ file_id: mostly([fixtures.task, `${fixtures.task}-1`, `${fixtures.task}-9`]) });
  const byAddressAndTask = fc.record({ image_url: addresses(fixtures), file_id: fc.constant(fixtures.task) });
  const source = fc.oneof(byAddress, byAddress, byTask, byAddressAndTask, oddities);
  const list = fc.array(source, { minLength: 1, maxLength: 2 });
  const images = fc.oneof(
    { weight: 8, arbitrary: list },
    fc.constant(Array.from({ length: 17 }, () => ({}))),
    oddities,
  );
  return fields({ prompt: prompts, size: sizes, images }).chain(body =>
    fc
      .option(source, { freq: 4, nil: undefined })
      .map(mask => (mask === undefined ? body : { ...body, mask })),
  );
}

function form(fixtures: ImagesFixtures, more: Readonly<Record<string, Values>>): fc.Arbitrary<FormPart[]> {
  const { picture } = fixtures;
  const bytes = fc.oneof(
    { weight: 8, arbitrary: fc.constant(picture) },
    fc.constantFrom(picture.slice(0, 40), picture.slice(0, -20), new Uint8Array(0)),
    fc.uint8Array({ maxLength: 60 }).map(some => new Uint8Array(some)),
  );
  const file = fc.record({
    name: fc.constantFrom('image', 'image', 'image[]', 'mask', 'images', 'else'),
    file: fc.constantFrom('a.png', 'a.txt', '', '../../a.png', '狐.png'),
    bytes,
  });
  const texts = fields(more).map(body =>
    Object.entries(body).map(([name, value]) => ({
      name,
      text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    })),
  );
  const files = fc.array(file, { maxLength: 3 });
  return fc.tuple(texts, files).map(([textFields, fileFields]) => [...textFields, ...fileFields]);
}

function chat(fixtures: ImagesFixtures): fc.Arbitrary<Record<string, unknown>> {
  const part = fc.oneof(
    fc.record({ type: fc.constant('text'), text: prompts }),
    fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: addresses(fixtures) }) }),
    oddities,
  );
  const content = fc.oneof(
    { weight: 4, arbitrary: prompts },
    {
      weight: 2,
      arbitrary: fc.constantFrom('U1', 'V2', 'zoom out 2x', 'edit: at night', 'again', '### Task:\nTitle'),
    },
    { weight: 2, arbitrary: fc.array(part, { maxLength: 3 }) },
    { weight: 1, arbitrary: oddities },
  );
  const answer = mostly([`![a](http://x/y.png)\n\`${fixtures.task}\``, '`1234567890123456`', 'Sorry.']);
  const message = fc.oneof(
    { weight: 4, arbitrary: fc.record({ role: fc.constant('user'), content }) },
    { weight: 2, arbitrary: fc.record({ role: fc.constant('assistant'), content: answer }) },
    { weight: 1, arbitrary: fc.record({ role: fc.constantFrom('system', 'tool', 'x'), content }) },
    { weight: 1, arbitrary: oddities },
  );
  const size = fc.constantFrom(' --ar 1:1', '');
  return fc
    .record({
      messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      model: common['model'] as Values,
      n: common['n'] as Values,
      stream: common['stream'] as Values,
      image_config: mostly([{ aspect_ratio: '1:1' }, {}, null]),
      size,
    })
    .chain(body => fc.subarray(Object.keys(body)).map(names => omitFields(body, names)));
}

/** Messages are there nearly always. */
function omitFields(body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(body).filter(([name]) => name === 'messages' || !names.includes(name));
  return Object.fromEntries(entries);
}
