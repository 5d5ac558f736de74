/**
 * Keeps the page working while the browser translates it. Translators replace text nodes by elements of their
 * own. React still holds its text nodes: it would fail to remove them or to insert before them
 * (facebook/react#11538), and changes of a text would not be shown. So the element that replaces a text
 * node is remembered: it is removed instead of the node, marks its place, and is replaced when its text
 * changes.
 */

const standIns = new WeakMap<Node, ChildNode>();

export function surviveTranslation(): void {
  const changes = new MutationObserver(records => {
    for (const { target } of records) showAgain(target);
  });
  const note = (records: readonly MutationRecord[]) => {
    for (const record of records) noteReplaced(record, changes);
  };
  const replacements = new MutationObserver(note);
  replacements.observe(document.body, { childList: true, subtree: true });
  const noteNow = () => note(replacements.takeRecords());
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    noteNow();
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const shownNode = standIns.get(child) ?? child;
    shownNode.parentNode?.removeChild(shownNode);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    nextNode: Node | null,
  ): Child {
    noteNow();
    return insertBefore.call(this, child, nextNode && findPlace(nextNode, this)) as Child;
  };
}

/** A translator replaces a node in one step, or inserts its own element beside it first. */
function noteReplaced(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  changes: MutationObserver,
): void {
  const [text] = removedNodes;
  if (removedNodes.length !== 1 || !(text instanceof Text) || text.isConnected) return;
  const standIn = addedNodes[0] ?? [previousSibling, nextSibling].find(isOfTranslator);
  if (!standIn) return;
  standIns.set(text, standIn as ChildNode);
  changes.observe(text, { characterData: true });
}

/** Chrome and Google Translate use `font`, which nothing else does today. */
function isOfTranslator(node: Node | null): boolean {
  return node?.nodeName === 'FONT';
}

/**
 * Puts a text that changed where its outdated translation stands. The translator then translates it again.
 */
function showAgain(text: Node): void {
  const standIn = standIns.get(text);
  if (text.isConnected || !standIn?.isConnected) return;
  standIns.delete(text);
  standIn.replaceWith(text);
}

function findPlace(nextNode: Node, parent: Node): Node | null {
  const shownNode = nextNode.parentNode === parent ? nextNode : standIns.get(nextNode);
  return shownNode?.parentNode === parent ? shownNode : null;
}
