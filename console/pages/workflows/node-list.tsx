/** The nodes of a workflow, with a menu of slots at each input that has a value. */
import { useState } from 'react';
import { SwitchField } from '../../ui/fields/field.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import {
  bind,
  findSlotAt,
  canBeOptional,
  listPlaces,
  slotChoices,
  type BoundSlot,
  type ExportNode,
  type Place,
  type WorkflowDraft,
} from './draft.ts';
import { slotName, workflowMessages } from './messages.ts';

interface NodeListProps {
  readonly draft: WorkflowDraft;
  readonly onSlots: (slots: readonly BoundSlot[]) => void;
}

export function NodeList({ draft, onSlots }: NodeListProps) {
  const t = useMessages(workflowMessages);
  const [isShort, setShort] = useState(false);
  const { nodes } = draft.read;
  const shownNodes = isShort ? nodes.filter(({ id }) => draft.slots.some(({ node }) => node === id)) : nodes;
  return (
    <section aria-label={t.nodesTitle} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">{t.nodesTitle}</h2>
          <p className="text-sm text-muted">{t.nodesHint}</p>
        </div>
        <SwitchField label={t.boundOnly} checked={isShort} onChange={setShort} />
      </div>
      <ul className="card divide-y divide-line">
        {shownNodes.map(node => (
          <li key={node.id} className="p-3">
            <Node node={node} draft={draft} onSlots={onSlots} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Node({ node, draft, onSlots }: NodeListProps & { readonly node: ExportNode }) {
  const t = useMessages(workflowMessages);
  const linkedInputs = node.inputs.flatMap(({ name, from }) => (from === null ? [] : [{ name, from }]));
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold wrap-anywhere">
        {node.title ?? node.class}
        <span className="font-mono text-xs font-normal text-muted">
          {node.id} · {node.class}
        </span>
      </h3>
      {linkedInputs.length > 0 && (
        <p className="text-xs text-muted wrap-anywhere">
          {linkedInputs.map(({ name, from }) => `${name} ${t.from(from)}`).join(' · ')}
        </p>
      )}
      <ul className="mt-1.5 grid gap-1.5">
        {listPlaces(node).map(place => (
          <li key={place.input ?? ''}>
            <InputRow place={place} node={node} draft={draft} onSlots={onSlots} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface InputRowProps extends NodeListProps {
  readonly place: Place;
  readonly node: ExportNode;
}

function InputRow({ place, node, draft: { slots, read }, onSlots }: InputRowProps) {
  const t = useMessages(workflowMessages);
  const value = node.inputs.find(({ name }) => name === place.input)?.value;
  const boundSlot = findSlotAt(slots, place);
  const title = `${node.title ?? node.class} (${node.id})`;
  const isSuggested = boundSlot && findSlotAt(read.slots, place)?.slot === boundSlot.slot;
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_minmax(8rem,11rem)] items-center gap-x-3 rounded-md border-l-2 pl-2',
        boundSlot ? 'border-accent bg-raised' : 'border-transparent',
      )}
    >
      <div className="min-w-0 py-1">
        <p className="text-sm wrap-anywhere">{place.input ?? t.wholeNode}</p>
        {place.input !== null && <p className="truncate font-mono text-xs text-muted">{shownText(value)}</p>}
      </div>
      <select
        className="field"
        aria-label={t.slotLabel(place.input ?? t.wholeNode, title)}
        value={boundSlot?.slot ?? ''}
        // A slot named in the title would be bound again, because the server reads titles, too.
        disabled={boundSlot?.in_title}
        onChange={event => onSlots(bind(slots, place, event.target.value || undefined))}
      >
        <option value="">{t.none}</option>
        {slotChoices(place.input === null ? undefined : value, boundSlot?.slot).map(slot => (
          <option key={slot} value={slot}>
            {slotName(t, slot)}
          </option>
        ))}
      </select>
      {boundSlot && (
        <div className="col-span-2 flex flex-wrap gap-x-4 pb-1 text-xs text-muted empty:hidden">
          {isSuggested && <span>{boundSlot.in_title ? t.inTitle : t.suggested}</span>}
          {canBeOptional(boundSlot) && (
            <label className="inline-flex min-h-6 cursor-pointer items-center gap-1.5">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={boundSlot.optional}
                disabled={boundSlot.in_title}
                onChange={({ target }) =>
                  onSlots(
                    slots.map(one => (one === boundSlot ? { ...boundSlot, optional: target.checked } : one)),
                  )
                }
              />
              {t.optional}
            </label>
          )}
        </div>
      )}
    </div>
  );
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value || '""' : JSON.stringify(value);
}
