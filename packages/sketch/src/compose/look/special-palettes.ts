/** The palettes of settings without a time of day: space, deep water, the studio. */
import type { Setting } from '../../scene/reading.ts';
import type { Palette } from '../../scene/scene.ts';

const plants = { grass: '#7fae6a', foliage: '#4f8a5a' };

const space = [
  ['#05061a', '#2b1f5e', '#c2587e', '#ffd9c0'],
  ['#020c18', '#0d4a63', '#5fd0c0', '#e8fff2'],
  ['#0a0518', '#4a1f52', '#f08a5a', '#ffe6b8'],
  ['#04081c', '#1d3a86', '#8fb4ff', '#f2f6ff'],
] as const;

const depths = [
  ['#06355c', '#1477a0', '#62c8d4', '#e2fff2', '#c9b48c'],
  ['#073c4a', '#128a8c', '#7fdcc0', '#f2ffe4', '#cdb98e'],
  ['#0a2a5e', '#2560b0', '#7ab8ec', '#eaf6ff', '#b9ac9c'],
  ['#0c3350', '#2a7d9a', '#a0d8d0', '#fff6dc', '#d4b084'],
] as const;

const studios = [
  ['#c9a88c', '#f6e6d0', '#b98a62', '#fff2d8'],
  ['#7d9a90', '#d6e4d8', '#8d6a4c', '#f6fff0'],
  ['#3d4a63', '#8d9fb8', '#6e4a38', '#ffdca8'],
  ['#c48a8c', '#f4d6cc', '#9a6a50', '#fff0e4'],
] as const;

export function specialPalette(setting: Setting, variant: number): Palette | undefined {
  if (setting === 'space') {
    const [top, middle, low, glow] = space[variant % space.length];
    return {
      top,
      middle,
      low,
      glow,
      cloudLight: low,
      cloudShade: top,
      light: '#fff3e2',
      lightGain: 1.15,
      shade: '#5a6296',
      shadeGain: 0.26,
      haze: middle,
      water: top,
      rock: '#8f8c90',
      soil: '#a09c98',
      ...plants,
    };
  }
  if (setting === 'underwater') {
    const [top, middle, low, glow, soil] = depths[variant % depths.length];
    return {
      top,
      middle,
      low,
      glow,
      cloudLight: low,
      cloudShade: top,
      light: '#e6fff4',
      lightGain: 1.08,
      shade: '#5b9cc0',
      shadeGain: 0.62,
      haze: middle,
      water: top,
      rock: '#7c8288',
      soil,
      ...plants,
    };
  }
  if (setting === 'studio') {
    const [top, low, soil, glow] = studios[variant % studios.length];
    return {
      top,
      middle: low,
      low,
      glow,
      cloudLight: low,
      cloudShade: top,
      light: '#fff4e2',
      lightGain: 1.14,
      shade: '#a498a8',
      shadeGain: 0.66,
      haze: low,
      water: top,
      rock: '#8a8078',
      soil,
      ...plants,
    };
  }
  return undefined;
}
