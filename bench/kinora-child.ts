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

const app = await startApp(loadConfig(), {
  engines: [
    openInstantEngine(note, {
      workMs: Number(process.env['BENCH_WORK_MS'] ?? 20),
      slots: Number(process.env['BENCH_SLOTS'] ?? 4),
    }),
  ],
  cards: readCatalogue().models.map(({ card }) => ({ ...card, engine: 'instant' })),
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
