/**
 * The script of the result page. It talks with the program that shows it by JSON-RPC messages (MCP Apps,
 * revision 2026-01-26): it gets the result of the call, asks for the state of a task that goes on, and calls
 * a tool for each pressed button.
 */
const texts = {
  en: {
    queued: 'Waiting in the queue',
    running: percent => `Generating, ${percent} %`,
    completed: 'Done',
    failed: message => `Failed, nothing was charged: ${message}`,
    cancelled: 'Cancelled, nothing was charged',
    image: number => `Image ${number}`,
    open: number => `Open image ${number}`,
    back: 'Back',
    cancel: 'Cancel',
    free: 'free',
    charged: (amount, currency) => `${amount} ${currency}`,
    label: (next, fallback) => fallback,
  },
  zh: {
    queued: '排队中',
    running: percent => `生成中，${percent}%`,
    completed: '已完成',
    failed: message => `失败，未扣费：${message}`,
    cancelled: '已取消，未扣费',
    image: number => `图 ${number}`,
    open: number => `打开图 ${number}`,
    back: '返回',
    cancel: '取消',
    free: '免费',
    charged: (amount, currency) => `${amount} ${currency}`,
    label: (next, fallback) => chineseLabel(next) ?? fallback,
  },
};

const directions = { left: '向左', right: '向右', up: '向上', down: '向下' };
const motions = { low: '低', high: '高' };

/** The labels of the server are for agents, in English. */
function chineseLabel({ tool, arguments: { action = '' } }) {
  const [verb, ...rest] = action.split('_');
  const last = rest.at(-1) ?? '';
  const isNumber = /^\d+$/.test(rest[0] ?? '');
  if (verb === 'select') return tool === 'generate_video' ? `取用视频 ${rest[0]}` : `选取图 ${rest[0]}`;
  if (verb === 'vary' && isNumber) return `变化图 ${rest[0]}`;
  if (verb === 'vary') return last === 'subtle' ? '轻微变化' : '强烈变化';
  if (verb === 'again') return '再次生成';
  if (verb === 'zoom') return `拉远 ${last}`;
  if (verb === 'square') return '扩展为方形';
  if (verb === 'pan') return `${directions[last]}扩展`;
  if (verb === 'upscale') return `放大 ${rest[0]}（${last === 'subtle' ? '细致' : '创意'}）`;
  if (verb === 'animate') return `动画（${motions[last]}动态）`;
  if (verb === 'extend') return `延长视频 ${rest[0]}（${motions[last]}动态）`;
  return undefined;
}

const part = selector => document.querySelector(selector);
let t = texts.en;
/** The records that were shown before, for the way back. */
const earlierRecords = [];
/** Raised by everything that replaces the record, so that older answers are dropped. */
let turn = 0;

const waiting = new Map();
let lastId = 0;

function post(message) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function ask(method, params) {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    post({ id, method, params });
  });
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) return settle(data);
  if (data.id !== undefined) return post({ id: data.id, result: {} });
  if (data.method === 'ui/notifications/tool-result') return receive(data.params);
  if (data.method === 'ui/notifications/host-context-changed') return adopt(data.params);
});

function settle({ id, result, error }) {
  const { resolve, reject } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error) reject?.(new Error(error.message));
  else resolve?.(result);
}

/** The look and the language of the program around. */
function adopt({ theme, locale } = {}) {
  if (theme) document.documentElement.dataset.theme = theme;
  if (!locale) return;
  t = locale.toLowerCase().startsWith('zh') ? texts.zh : texts.en;
  document.documentElement.lang = locale;
}

/** The result of a call: the first one, that of a button, or that of a question. */
function receive(result) {
  const record = result?.structuredContent;
  if (!record?.task) return fail(result?._meta?.['kinora/error']?.message ?? textIn(result));
  const previews = (result.content ?? []).filter(({ type }) => type === 'image');
  show({ ...record, previews });
  if (record.status === 'queued' || record.status === 'running') void follow(record.task);
}

function textIn(result) {
  return (result?.content ?? []).find(({ type }) => type === 'text')?.text ?? '';
}

function fail(message) {
  turn += 1;
  part('progress').hidden = true;
  const status = part('.status');
  status.textContent = message;
  status.classList.add('error');
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}

/** Asks for the task until it has ended. The server answers when it changes, or after some seconds. */
async function follow(task) {
  const turnOfRequest = turn;
  try {
    const result = await ask('tools/call', { name: 'get_task', arguments: { task, wait: 5 } });
    if (turnOfRequest === turn) receive(result);
  } catch (error) {
    if (turnOfRequest === turn) fail(error.message);
  }
}

const makers = {
  image: (record, file, index) => {
    const image = document.createElement('img');
    const preview = record.previews[index];
    const small = preview && `data:${preview.mimeType};base64,${preview.data}`;
    image.alt = `${t.image(file.number)}: ${record.prompt}`;
    // A program may forbid images of other hosts. Then the preview of the result stays.
    const usePreview = () => {
      if (small) image.src = small;
    };
    image.addEventListener('error', usePreview, { once: true });
    image.src = file.url;
    const open = document.createElement('button');
    open.type = 'button';
    open.setAttribute('aria-label', t.open(file.number));
    open.addEventListener('click', () => void ask('ui/open-link', { url: file.url }).catch(() => {}));
    open.append(image);
    return open;
  },
  clip: (record, file) => {
    const video = document.createElement('video');
    Object.assign(video, {
      src: file.url,
      controls: true,
      loop: true,
      playsInline: true,
      preload: 'metadata',
    });
    video.setAttribute('aria-label', record.prompt);
    return video;
  },
};

function show(record) {
  turn += 1;
  const { status, progress, error, images = [], clips = [], price } = record;
  const isOpen = status === 'queued' || status === 'running';
  const state = part('.status');
  const words = { failed: () => t.failed(error?.message ?? ''), running: () => t.running(progress) };
  state.textContent = status === 'completed' ? '' : (words[status]?.() ?? t[status]);
  state.classList.toggle('error', status === 'failed');
  const bar = part('progress');
  bar.hidden = !isOpen;
  if (status === 'running') bar.value = progress;
  else bar.removeAttribute('value');
  const files = clips.length > 0 ? clips : images;
  const make = clips.length > 0 ? makers.clip : makers.image;
  part('.media').replaceChildren(
    ...files.map((file, index) => figure(make(record, file, index), file, files)),
  );
  part('.actions').replaceChildren(...listButtons(record, isOpen));
  const cost = t.charged(price.charged ?? price.amount, price.currency);
  part('.foot').textContent = [record.model, cost, record.prompt].filter(Boolean).join(' · ');
}

function figure(content, { number }, all) {
  const box = document.createElement('figure');
  box.append(content);
  if (all.length > 1) {
    const caption = document.createElement('figcaption');
    caption.textContent = number;
    box.append(caption);
  }
  return box;
}

function listButtons(record, isOpen) {
  const { task, next = [], price } = record;
  const before =
    earlierRecords.length > 0 ? [button(t.back, undefined, () => show(earlierRecords.pop()))] : [];
  if (isOpen) {
    const cancel = () => press({ tool: 'cancel_task', arguments: { task } }, record, false);
    return [...before, button(t.cancel, undefined, cancel)];
  }
  const ready = next.filter(({ needs }) => needs === undefined);
  return [
    ...before,
    ...ready.map(each => {
      const amount = Number(each.price) === 0 ? t.free : each.price && t.charged(each.price, price.currency);
      return button(t.label(each, each.label), amount, () => press(each, record, true));
    }),
  ];
}

function button(label, price, act) {
  const element = document.createElement('button');
  element.type = 'button';
  element.append(label);
  if (price) {
    const amount = document.createElement('span');
    amount.className = 'price';
    amount.textContent = ` ${price}`;
    element.append(amount);
  }
  element.addEventListener('click', act);
  return element;
}

/** Calls the tool of a button, shows its result, and tells the model of it. */
async function press({ tool, arguments: values, label }, record, isStep) {
  for (const each of document.querySelectorAll('.actions button')) each.disabled = true;
  try {
    const result = await ask('tools/call', { name: tool, arguments: values });
    if (isStep && result?.structuredContent?.task) earlierRecords.push(record);
    receive(result);
    if (label) void tell(`${label} (${tool} ${JSON.stringify(values)})\n${textIn(result)}`);
  } catch (error) {
    fail(error.message);
  }
}

/** Not every program takes it. */
async function tell(what) {
  const text = `The person pressed a button of the page: ${what}`;
  await ask('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {});
}

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = part('main');
  post({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(part('main'));

const { hostContext } = await ask('ui/initialize', {
  appInfo: { name: 'kinora', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline'] },
  protocolVersion: '2026-01-26',
});
adopt(hostContext);
post({ method: 'ui/notifications/initialized' });
