/**
 * The state of the form: strings in the URL, pictures in memory, and values that the last
 * change of the model dropped.
 */
import { useState } from 'react';
import { useDraft } from '../../data/use-draft.ts';
import type { Model } from '../../data/models/models.ts';
import { fitTexts, type DroppedValue, type Texts } from '../../forms/field-values.ts';
import { fitReferences, isLink, type Reference, type References } from '../../forms/reference.ts';
import { newReferenceId } from '../../forms/read-picture.ts';
import type { VideoDraft } from './request.ts';

/** Parameters of the page, not of the form. */
const pageParameters = ['task', 'tab', 'code', 'follow'];
/** Parameters that every model has. */
const commonParameters = ['model', 'prompt', 'tier'];

export interface ModelSwitch {
  readonly model: Model;
  readonly droppedValues: readonly DroppedValue[];
  /** The number of pictures that the model does not accept. */
  readonly rejectedCount: number;
  readonly undo: () => void;
}

export interface VideoForm {
  readonly draft: VideoDraft;
  readonly references: References;
  readonly modelSwitch: ModelSwitch | undefined;
  readonly change: (texts: Texts) => void;
  readonly replace: (draft: VideoDraft) => void;
  readonly setPictures: (field: string, pictures: readonly Reference[]) => void;
  readonly switchTo: (model: Model, before: Model) => void;
  readonly dismiss: () => void;
}

export function useVideoForm(): VideoForm {
  const { draft, change, replace } = useDraft(pageParameters);
  const [files, setFiles] = useState<References>({});
  const [modelSwitch, setModelSwitch] = useState<ModelSwitch>();
  const references = withLinks(files, draft);
  const replaceFiles = (nextReferences: References) => {
    setFiles(nextReferences);
    return linksIn(nextReferences);
  };
  return {
    draft,
    references,
    modelSwitch,
    change,
    replace: nextReferences => {
      setFiles({});
      setModelSwitch(undefined);
      replace(nextReferences);
    },
    setPictures: (field, pictures) => {
      setFiles({ ...references, [field]: pictures });
      change({ [field]: linksIn({ [field]: pictures })[field] });
    },
    switchTo: (model, before) => {
      const { keptTexts, droppedValues } = fitTexts(
        model.parameters.properties,
        pickTexts(draft, name => !commonParameters.includes(name) && !before.references[name]),
        before.parameters.properties,
      );
      const { references: pictures, rejectedCount } = fitReferences(model.references, references);
      const commonValues = pickTexts(draft, name => commonParameters.includes(name));
      replace({ ...commonValues, ...keptTexts, model: model.id, ...replaceFiles(pictures) });
      const undo = () => {
        setFiles(references);
        replace({ ...draft, model: before.id });
        setModelSwitch(undefined);
      };
      setModelSwitch(
        droppedValues.length + rejectedCount > 0 ? { model, droppedValues, rejectedCount, undo } : undefined,
      );
    },
    dismiss: () => setModelSwitch(undefined),
  };
}

function pickTexts(texts: Texts, isWanted: (name: string) => boolean): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)));
}

/** The URLs of pictures are stored in the page's URL, separated by spaces; files cannot be stored. */
function linksIn(references: References): Texts {
  return Object.fromEntries(
    Object.entries(references).map(([field, list]) => {
      const urls = list.flatMap(picture => (picture.kind === 'link' ? [picture.url] : []));
      return [field, urls.join(' ') || undefined];
    }),
  );
}

const fields = ['input_reference', 'first_frame', 'last_frame', 'reference_images'];

/** The pictures in memory, and those in the page's URL that are not in memory yet. */
function withLinks(files: References, draft: VideoDraft): References {
  const referencesByField = new Map(Object.entries(files));
  for (const field of fields) {
    const urls = (draft[field] ?? '').split(' ').filter(isLink);
    const knownUrls = (referencesByField.get(field) ?? []).flatMap(picture =>
      picture.kind === 'link' ? [picture.url] : [],
    );
    const missing = urls.filter(url => !knownUrls.includes(url));
    if (missing.length > 0)
      referencesByField.set(field, [...(referencesByField.get(field) ?? []), ...missing.map(linkTo)]);
  }
  return Object.fromEntries(referencesByField);
}

const links = new Map<string, Reference>();

/** Returns the same object for the same URL, so that the displayed picture is not replaced. */
function linkTo(url: string): Reference {
  const link = links.get(url) ?? { kind: 'link', id: newReferenceId(), url };
  links.set(url, link);
  return link;
}
