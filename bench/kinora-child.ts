/**
 * A whole Kinora in a process of its own that draws by the instant engine, or by ComfyUI at
 * `BENCH_COMFYUI_URL`. Settings come from the environment.
 */
import { startApp } from '../src/app/start/app.ts';
import { collectHeapLessOften } from '../src/app/start/heap-growth.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import type { Engine } from '../src/engines/contract/engine.ts';
import type { Events } from '../src/core/operate/events.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import { answerQuestions, cpuSeconds, sharedNowMs } from './child.ts';
import { openComfyui } from './comfyui-engine.ts';
import { longestTurnMs } from './longest-turn.ts';
import { openInstantEngine } from './instant-engine.ts';

/** The time of the last event of each name. */
const moments: Record<string, number> = {};
const note = (name: string) => {
  moments[name] = sharedNowMs();
};
const noting = (usual: Events): Events => ({
  ...usual,
  taskLeased: () => note('leased'),
  taskRendered: () => note('rendered'),
  taskSaved: () => note('saved'),
  taskEnded: () => note('ended'),
});

/**
 * Notes when the first file of a result is fetched: from then on, until the event
 * `saved`, time is spent on media.
 */
function notingFiles(engine: Engine): Engine {
  const open = engine.open.bind(engine);
  engine.open = (...call) => {
    if ((moments['opened'] ?? 0) <= (moments['leased'] ?? 0)) note('opened');
    return open(...call);
  };
  return engine;
}

const { BENCH_WORK_MS = '20', BENCH_SLOTS = '4', BENCH_ENGINES = '1', BENCH_MODELS = '0' } = process.env;
const comfyuiUrl = process.env['BENCH_COMFYUI_URL'];
const toName = (index: number) => (index === 0 ? 'instant' : `instant-${index}`);
const cards = readCatalogue().models.map(({ card }) => ({ ...card, engine: 'instant' }));
const [pattern] = cards.filter(({ kind }) => kind === 'image');
/** Models beyond those of the product, spread over the engines. */
const more = Array.from({ length: Math.max(0, Number(BENCH_MODELS) - cards.length) }, (_, index) => ({
  ...pattern,
  id: `model-${index}`,
  versions: [],
  engine: toName(index % Number(BENCH_ENGINES)),
}));

// The server's own process does the same.
collectHeapLessOften();

const app = await startApp(loadConfig(), {
  engines: comfyuiUrl
    ? [notingFiles(openComfyui({ name: toName(0), url: comfyuiUrl, models: cards.map(({ id }) => id) }))]
    : Array.from({ length: Number(BENCH_ENGINES) }, (_, index) => ({
        ...notingFiles(
          openInstantEngine(note, { workMs: Number(BENCH_WORK_MS), slots: Number(BENCH_SLOTS) }),
        ),
        name: toName(index),
      })),
  cards: [...cards, ...more],
  events: noting,
});
/** Bytes of live objects, which needs `--expose-gc`. */
function liveBytes(): number {
  const { gc } = globalThis;
  gc?.();
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

answerQuestions(
  {
    // A worker has none.
    port: app.address === undefined ? '' : new URL(app.address).port,
    imageKey: app.firstKeys?.image ?? '',
    videoKey: app.firstKeys?.video ?? '',
    monitoring: app.monitoringAddress ?? '',
  },
  { cpu: cpuSeconds, memory: liveBytes, turn: longestTurnMs, moments: () => moments, stop: () => app.stop() },
);
