/** All screenshots on one page: a row for each page of the Console, its looks side by side. */

export interface Shot {
  readonly page: string;
  readonly look: string;
  /** Relative to the sheet. */
  readonly file: string;
  readonly width: 'desktop' | 'phone';
}

const style = `
  body { margin: 24px; background: #22252b; color: #eceef1; font: 14px/20px system-ui, sans-serif; }
  section { display: flex; gap: 16px; overflow-x: auto; padding-bottom: 16px; }
  figure { margin: 0; flex: none; }
  figcaption { color: #a6acb7; font-size: 12px; }
  img { display: block; height: 420px; border-radius: 6px; }
`;

export function contactSheet(shots: readonly Shot[]): string {
  const pages = [...Map.groupBy(shots, ({ page }) => page)];
  const rows = pages.map(
    ([page, all]) => `<h2 id="${page}">${page}</h2>\n<section>${all.map(figure).join('\n')}</section>`,
  );
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Console</title>\n<style>${style}</style>\n${rows.join('\n')}\n`;
}

function figure({ file, look }: Shot): string {
  return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`;
}
