/** A whole Kinora in a process of its own that draws by the instant engine. Settings come from the environment. */
import { startApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { Events } from '../src/events.ts';
import { readCatalogue } from '../src/models/catalogue.ts';
import { answerQuestions, cpuSeconds, sharedNowMs } from './child.ts';
import { openInstantEngine } from './instant-engine.ts';

/** When something last happened, by its name. */
const moments: Record<string, number> = {};
const note = (what: string) => {
  moments[what] = sharedNowMs();
};
const noting = (usual: Events): Events => ({
  ...usual,
  taskLeased: () => note('leased'),
  taskRendered: () => note('rendered'),
  taskSaved: () => note('saved'),
  taskEnded: () => note('ended'),
});

const { BENCH_WORK_MS = '20', BENCH_SLOTS = '4', BENCH_ENGINES = '1', BENCH_MODELS = '0' } = process.env;
const nameOf = (index: number) => (index === 0 ? 'instant' : `instant-${index}`);
const own = readCatalogue().models.map(({ card }) => ({ ...card, engine: 'instant' }));
const [pattern] = own.filter(({ kind }) => kind === 'image');
/** Models beyond those of the product, spread over the engines. */
const more = Array.from({ length: Math.max(0, Number(BENCH_MODELS) - own.length) }, (_, index) => ({
  ...pattern,
  id: `model-${index}`,
  versions: [],
  engine: nameOf(index % Number(BENCH_ENGINES)),
}));

const app = await startApp(loadConfig(), {
  engines: Array.from({ length: Number(BENCH_ENGINES) }, (_, index) => ({
    ...openInstantEngine(note, { workMs: Number(BENCH_WORK_MS), slots: Number(BENCH_SLOTS) }),
    name: nameOf(index),
  })),
  cards: [...own, ...more],
  events: noting,
});
answerQuestions(
  {
    port: new URL(app.address ?? '').port,
    imageKey: app.firstKeys?.image ?? '',
    videoKey: app.firstKeys?.video ?? '',
  },
  { cpu: cpuSeconds, moments: () => moments, stop: () => app.stop() },
);
