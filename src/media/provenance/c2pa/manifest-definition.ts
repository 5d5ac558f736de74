/** The contents of the C2PA manifest of a file. */
import packageJson from '../../../../package.json' with { type: 'json' };
import { digitalSourceTypeUri, type Provenance } from '../provenance-record.ts';
import type { Ingredient, Origin } from './origin.ts';

/**
 * The definition that the C2PA library turns into a manifest. The prompt and the parameters are not repeated:
 * they are in the XMP packet, which the signature covers.
 */
export function manifestDefinition(provenance: Provenance, contentType: string, origin: Origin): object {
  return {
    claim_generator_info: [{ name: 'Kinora', version: packageJson.version }],
    format: contentType,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: listActions(provenance, origin) } }],
  };
}

/** The definition of an ingredient, whose label the actions refer to. */
export function ingredientDefinition(
  { relationship, title, contentType }: Ingredient,
  index: number,
): object {
  return { title, relationship, format: contentType, label: ingredientLabel(index) };
}

/** The first action defines how the file originated: created, or opened (C2PA 2.2, section 18.16.2). */
function listActions(provenance: Provenance, { ingredients, isCopy }: Origin): object[] {
  const ingredientIds = (relationship: Ingredient['relationship']) =>
    ingredients.flatMap((ingredient, index) =>
      ingredient.relationship === relationship ? [ingredientLabel(index)] : [],
    );
  const [parents, inputs] = [ingredientIds('parentOf'), ingredientIds('inputTo')];
  const actionFields = {
    when: provenance.createdAt,
    softwareAgent: { name: provenance.model },
    digitalSourceType: digitalSourceTypeUri(provenance),
    ...(inputs.length > 0 && { parameters: { ingredientIds: inputs } }),
  };
  if (parents.length === 0) return [{ action: 'c2pa.created', ...actionFields }];
  const openAction = { action: 'c2pa.opened', parameters: { ingredientIds: parents } };
  return isCopy ? [openAction] : [openAction, { action: 'c2pa.edited', ...actionFields }];
}

function ingredientLabel(index: number): string {
  return `ingredient-${index + 1}`;
}
