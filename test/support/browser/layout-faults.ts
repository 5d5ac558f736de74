/**
 * Faults in the layout of a page in the browser: content that overflows, is cut off or overlaps something
 * else, and fields too small for phones.
 */
import type { Page } from 'playwright-core';

/** One line for each fault, with the text concerned. Empty if there is none. */
export function layoutFaults(page: Page): Promise<string[]> {
  const parts = [
    pageWidth,
    listHorizontalScrolling,
    smallFields,
    listShownTexts,
    listClippingBoxes,
    overlaps,
    truncates,
    quote,
    ancestors,
    readStyle,
  ];
  const readers = [findFacts, readFacts];
  return page.evaluate(
    `(() => { const knownFacts = new Map(); ${[...parts, ...readers].join('\n')}; return (${findFaults})(); })()`,
  );
}

// Everything below runs in the page: each function uses only its arguments,
// `knownFacts` or the functions above.

/**
 * What decides whether an element cuts its content. It is read once, because most
 * elements are containers many texts.
 */
interface Facts {
  readonly display: string;
  readonly position: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly edge: DOMRect;
  readonly truncates: boolean;
}

declare const knownFacts: Map<Element, Facts>;

interface ShownText {
  readonly node: Text;
  readonly parent: Element;
  /** The parent and its ancestors, innermost first. */
  readonly containers: readonly Element[];
  readonly boxes: readonly DOMRect[];
}

function findFaults(): string[] {
  const texts = listShownTexts();
  const cut = texts.flatMap(text =>
    listClippingBoxes(text).map(outer => `${quote(text)} sticks out of ${quote(outer)}`),
  );
  return [
    ...new Set([...pageWidth(), ...listHorizontalScrolling(), ...smallFields(), ...cut, ...overlaps(texts)]),
  ];
}

function pageWidth(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
}

/** Only code may scroll horizontally. On phones, a row of buttons may be swiped. */
function listHorizontalScrolling(): string[] {
  if (innerWidth < 640) return [];
  return [...document.querySelectorAll('body *')]
    .filter(
      one => ['auto', 'scroll'].includes(readStyle(one).overflowX) && readStyle(one).visibility !== 'hidden',
    )
    .filter(one => !one.matches('pre, code, textarea') && one.scrollWidth > one.clientWidth + 1)
    .map(one => `${one.scrollWidth - one.clientWidth} px are hidden to the side of ${quote(one)}`);
}

/** Safari on iPhones zooms into a focused field with smaller text, and does not zoom out again. */
function smallFields(): string[] {
  if (!matchMedia('(pointer: coarse)').matches) return [];
  return [...document.querySelectorAll('input, textarea, select')]
    .filter(field => !field.matches('[type=checkbox], [type=radio], [type=file], [type=range]'))
    .filter(field => Number.parseFloat(readStyle(field).fontSize) < 16)
    .map(field => `the text of ${field.getAttribute('aria-label') ?? quote(field)} is smaller than 16 px`);
}

function listShownTexts(): ShownText[] {
  const texts: ShownText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const containers = ancestors(parent);
    if (node.data.trim() === '' || containers.some(one => findFacts(one).truncates)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    texts.push({ node, parent, containers, boxes });
  }
  return texts;
}

/** The boxes that clip the text: the one that contains it, and those that hide their overflow. */
function listClippingBoxes({ containers, boxes }: ShownText): Element[] {
  const holder = containers.find(one => findFacts(one).display !== 'inline');
  // Scrolled content may be outside the boxes around it, and so may content with a free position.
  const last = containers.findIndex(one => {
    const { overflowX, overflowY, position } = findFacts(one);
    const scrolls = [overflowX, overflowY].some(way => way === 'auto' || way === 'scroll');
    return scrolls || position === 'fixed' || position === 'absolute';
  });
  return (last === -1 ? containers : containers.slice(0, last + 1)).filter(one => {
    const { edge, overflowX, overflowY } = findFacts(one);
    const cutsAside = one === holder || ['hidden', 'clip'].includes(overflowX);
    const cutsBelow = ['hidden', 'clip'].includes(overflowY);
    return boxes.some(({ left, right, top, bottom }) => {
      const middle = (top + bottom) / 2;
      const isAside = right > edge.right + 1 || left < edge.left - 1;
      return (cutsAside && isAside) || (cutsBelow && (middle > edge.bottom || middle < edge.top));
    });
  });
}

/** Texts that overlap. Bars that stay while the page scrolls under them are no fault. */
function overlaps(texts: readonly ShownText[]): string[] {
  const isStill = ({ containers }: ShownText) =>
    containers.every(one => !['fixed', 'sticky', 'absolute'].includes(findFacts(one).position));
  const boxes = texts.filter(isStill).flatMap(text => text.boxes.map(box => ({ text, box })));
  boxes.sort((one, other) => one.box.top - other.box.top);
  return boxes.flatMap(({ text, box }, index) => {
    const next = boxes.slice(index + 1);
    const nextLineIndex = next.findIndex(other => other.box.top >= box.bottom);
    return (nextLineIndex === -1 ? next : next.slice(0, nextLineIndex))
      .filter(other => other.text !== text)
      .filter(other => Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2)
      .filter(({ box: { top, bottom, height } }) => {
        // The boxes of adjacent lines touch. Their letters overlap only if half a line is shared.
        return Math.min(box.bottom, bottom) - top > Math.min(box.height, height) / 2;
      })
      .map(other => `${quote(text)} lies over ${quote(other.text)}`);
  });
}

function findFacts(element: Element): Facts {
  const facts = knownFacts.get(element) ?? readFacts(element);
  knownFacts.set(element, facts);
  return facts;
}

function readFacts(element: Element): Facts {
  const { display, position, overflowX, overflowY } = readStyle(element);
  const edge = element.getBoundingClientRect();
  return { display, position, overflowX, overflowY, edge, truncates: truncates(element) };
}

/** Text that ends in an ellipsis is meant to be cut, and some text is for screen readers only. */
function truncates(element: Element): boolean {
  const { textOverflow, webkitLineClamp, clipPath } = readStyle(element);
  const isCut = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none';
  return isCut || element.matches('pre, code, textarea, svg, option');
}

function quote(subject: Element | ShownText): string {
  const [element, text] =
    subject instanceof Element ? [subject, subject.textContent ?? ''] : [subject.parent, subject.node.data];
  return `<${element.tagName.toLowerCase()}> "${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
}

function ancestors(element: Element | null): Element[] {
  return element ? [element, ...ancestors(element.parentElement)] : [];
}

function readStyle(element: Element): CSSStyleDeclaration {
  return getComputedStyle(element);
}
