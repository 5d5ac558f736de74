/**
 * Bodies for subjects whose picture is only a face or a bust: vector shapes in the
 * manner of the illustration set.
 */
import { SketchError } from '../job/sketch-error.ts';
import { boarBody, mooseBody, unicornBody } from './body-remade.ts';
import { bustBody, personBody } from './body-person.ts';
import { sittingBody } from './body-sitting.ts';
import { frogBody, teddyBody } from './body-teddy.ts';
import { coachesBody, twinBody } from './body-train.ts';
import { walkingBody } from './body-walking.ts';
import type { Drawing } from './drawing.ts';

/** Draws the body named `kind:variety` under a face. Throws on a name that does not exist. */
export function drawBody(body: string, face: Drawing): Drawing {
  const [kind = '', variety = ''] = body.split(':');
  switch (kind) {
    case 'sitting':
      return sittingBody(variety, face);
    case 'walking':
      return walkingBody(variety, face);
    case 'teddy':
      return teddyBody(variety, face);
    case 'frog':
      return frogBody(face);
    case 'person':
      return personBody(variety, face);
    case 'bust':
      return bustBody(variety, face);
    case 'twin':
      return twinBody(face);
    case 'coaches':
      return coachesBody(face);
    case 'unicorn':
      return unicornBody(face);
    case 'boar':
      return boarBody(face);
    case 'moose':
      return mooseBody(face);
    default:
      throw new SketchError('data_broken', `No body ${body}`);
  }
}
