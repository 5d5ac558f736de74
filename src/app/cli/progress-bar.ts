/** A progress bar on standard error: one redrawn line on a terminal, a line per stage elsewhere. */

export interface ProgressBar {
  /** The percentage from 0 to 100, and the current stage. */
  show(percent: number, stage: string): void;
  /** Ends the line with the result. */
  end(result: string): void;
}

const width = 24;

export function openProgressBar(label: string, quiet: boolean): ProgressBar {
  const terminal = process.stderr.isTTY && !quiet;
  let lastStage = '';
  const draw = (percent: number, text: string) => {
    const filledWidth = Math.round((width * percent) / 100);
    process.stderr.write(
      `\r\x1b[2K${label.padEnd(10)} ${'█'.repeat(filledWidth)}${'░'.repeat(width - filledWidth)} ${text}`,
    );
  };
  return {
    show: (percent, stage) => {
      if (terminal) draw(percent, `${String(percent).padStart(3)}% ${stage}`);
      else if (!quiet && stage !== lastStage) process.stderr.write(`${label}: ${stage}\n`);
      lastStage = stage;
    },
    end: result => {
      if (terminal) {
        draw(100, result);
        process.stderr.write('\n');
      } else if (!quiet) process.stderr.write(`${label}: ${result}\n`);
    },
  };
}
