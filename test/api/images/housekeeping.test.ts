/**
 * What chat clients ask besides: titles, tags, follow-up questions, summaries. Each request as the client
 * sends it, read in its source in November 2026: Open WebUI 0.12.4 (`backend/open_webui/config.py`,
 * `routers/tasks.py`), LibreChat (`packages/agents/src/utils/title.ts`), Cherry Studio
 * (`packages/shared/config/prompts.ts`, `services/ApiService.ts`), LobeChat
 * (`packages/prompts/src/chains/summaryTitle.ts`), NextChat (`app/locales/en.ts` and `cn.ts`,
 * `app/store/chat.ts`). None of them may buy a picture.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

const user = (content: string): ChatMessage => ({ role: 'user', content });
const system = (content: string): ChatMessage => ({ role: 'system', content });
const assistantMessage: ChatMessage = {
  role: 'assistant',
  content: '![a red fox](http://kinora.test/media/1.png)\n\n`1234567890123456` · 0.01 USD',
};
const conversation = [user('a red fox at night --ar 3:2'), assistantMessage];
const history =
  '### Chat History:\n<chat_history>\nUSER: a red fox at night --ar 3:2\nASSISTANT: ![a red fox](http://kinora.test/media/1.png)\n</chat_history>';

const openWebUi = (task: string, json: string) => [
  user(`### Task:\n${task}\n### Guidelines:\n- Be short.\n### Output:\nJSON format: ${json}\n${history}`),
];

interface ChatCase {
  readonly client: string;
  readonly messages: readonly ChatMessage[];
  readonly more?: object;
  readonly answer: string;
}

const titleSchema = {
  name: 'topic_title',
  strict: true,
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { title: { type: 'string', description: 'A concise topic title' } },
    required: ['title'],
  },
};

const all: readonly ChatCase[] = [
  {
    client: 'Open WebUI, title',
    messages: openWebUi(
      'Generate a concise title summarizing the chat history.',
      '{ "title": "your concise title here" }',
    ),
    answer: '{"title":"a red fox at night"}',
  },
  {
    client: 'Open WebUI, tags',
    messages: openWebUi(
      'Generate 1-3 broad tags categorizing the main themes of the chat history.',
      '{ "tags": ["tag1", "tag2", "tag3"] }',
    ),
    answer: '{"tags":["Images"]}',
  },
  {
    client: 'Open WebUI, follow-ups',
    messages: openWebUi(
      'Predict 3-5 useful messages this user might naturally send next to advance their current objective.',
      '{ "follow_ups": ["Suggested next message 1", "Suggested next message 2"] }',
    ),
    answer: '{"follow_ups":[]}',
  },
  {
    client: 'Open WebUI, search queries',
    messages: [
      user(
        `### Task:\nAnalyze the chat history to determine the necessity of generating search queries.\n\n### Guidelines:\n- When generating search queries, respond in the format: { "queries": ["query1", "query2"] }\n\n### Output:\nStrictly return in JSON format: \n{\n  "queries": ["query1", "query2"]\n}\n\n${history}`,
      ),
    ],
    answer: '{"queries":[]}',
  },
  {
    client: 'Open WebUI, the prompt of a picture, which is that of the user',
    messages: [
      user(
        `### Task:\nGenerate a detailed prompt for am image generation task based on the given language and context.\n\n### Output:\nStrictly return in JSON format:\n{\n    "prompt": "Your detailed description here."\n}\n\n${history}`,
      ),
    ],
    answer: '{"prompt":"a red fox at night --ar 3:2"}',
  },
  {
    client: 'LibreChat, title by completion',
    messages: [
      user(
        'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: a boat on a lake\nAI: ![a boat on a lake](http://kinora.test/media/1.png)',
      ),
    ],
    answer: 'a boat on a lake',
  },
  {
    client: 'LibreChat, structured title',
    messages: [
      user(
        'Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language (5 words or less, no punctuation or quotation)\n\nUser: a boat on a lake\nAI: ![a boat](http://kinora.test/media/1.png)',
      ),
    ],
    more: {
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'title',
          schema: {
            type: 'object',
            properties: { language: { type: 'string' }, title: { type: 'string' } },
          },
        },
      },
    },
    answer: '{"language":"","title":"a boat on a lake"}',
  },
  {
    client: 'Cherry Studio',
    messages: [
      system(
        "You are an assistant skilled in conversation. You need to summarize the user's conversation into a title within 10 words. The language of the title should be consistent with the user's primary language. Do not use punctuation marks or other special symbols",
      ),
      user(
        JSON.stringify([
          { role: 'user', mainText: 'a red fox at night' },
          { role: 'assistant', mainText: '' },
        ]),
      ),
    ],
    answer: 'a red fox at night',
  },
  {
    client: 'LobeChat, title as text',
    messages: [
      system(
        'You are a professional conversation summarizer. Generate a concise title that captures the essence of the conversation.\n\nRules:\n- Output ONLY the title text, no explanations or additional context\n- Maximum 10 words',
      ),
      user('user: a red fox at night\nassistant: ![a red fox](http://kinora.test/media/1.png)'),
    ],
    answer: 'a red fox at night',
  },
  {
    client: 'LobeChat, title as JSON',
    messages: [
      system(
        'You are a professional conversation summarizer. Generate a concise title that captures the essence of the conversation.\n\nRules:\n- Return one JSON object with a single "title" string matching the supplied schema',
      ),
      user(
        '<task>\nGenerate a concise title that captures the essence of the conversation.\n</task>\n\n<conversation>\n<user>\na red fox at night\n</user>\n<assistant>\n![a red fox](http://kinora.test/media/1.png)\n</assistant>\n</conversation>',
      ),
    ],
    more: { response_format: { type: 'json_schema', json_schema: titleSchema } },
    answer: '{"title":"a red fox at night"}',
  },
  {
    client: 'NextChat, topic',
    messages: [
      ...conversation,
      user(
        'Please generate a four to five word title summarizing our conversation without any lead-in, punctuation, quotation marks, periods, symbols, bold text, or additional text. Remove enclosing quotation marks.',
      ),
    ],
    more: { stream: false, temperature: 0.5, presence_penalty: 0, frequency_penalty: 0, top_p: 1 },
    answer: 'a red fox at night',
  },
  {
    client: 'NextChat, topic in Chinese',
    messages: [
      user('一只狐狸'),
      assistantMessage,
      user(
        '使用四到五个字直接返回这句话的简要主题，不要解释、不要标点、不要语气词、不要多余文本，不要加粗，如果没有主题，请直接返回“闲聊”',
      ),
    ],
    answer: '一只狐狸',
  },
  {
    client: 'NextChat, summary',
    messages: [
      ...conversation,
      system('Summarize the discussion briefly in 200 words or less to use as a prompt for future context.'),
    ],
    answer: 'a red fox at night',
  },
  {
    client: 'NextChat, summary in Chinese',
    messages: [
      ...conversation,
      system('简要总结一下对话内容，用作后续的上下文提示 prompt，控制在 200 字以内'),
    ],
    answer: 'a red fox at night',
  },
];

for (const { client, messages, more, answer } of all)
  test(`${client}: answered in words`, async () => {
    const json = { model: 'sketch', messages, ...more };
    const { status, body } = await call(`${kinora.url}/v1/chat/completions`, {
      key: kinora.imageKey,
      json,
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.choices[0].message.content, answer);
  });

test('a prompt that speaks of titles, tasks or conversations is a picture', async () => {
  const prompts = [
    'the title page of an old book, a conversation of birds',
    'a poster with the title "Summarize"',
    'two people in conversation, short title below',
  ];
  for (const prompt of prompts) {
    const { body } = await call(`${kinora.url}/v1/chat/completions`, {
      key: kinora.imageKey,
      json: { model: 'sketch', messages: [user(prompt)], response_format: { type: 'text' } },
    });
    assert.equal(body.choices[0].message.images?.length, 1, prompt);
  }
  const { rowCount } = await kinora.app.db.pool.query('select from tasks');
  assert.equal(rowCount, prompts.length, 'only these are tasks');
});
