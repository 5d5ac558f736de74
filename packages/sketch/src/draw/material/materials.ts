/** The materials of a retexture: words for each, its colors from dark to light, its surface. */
import type { Rgb } from '../../raster/colors.ts';
import { grainField, puffField, ridgeField, softField } from '../../raster/noise.ts';
import { bark, blocks, brick, facets, fibres, knit, veins } from './surfaces.ts';

/**
 * Returns the height of the surface, -1 … 1, at a place in picture heights. `part` is the number of the
 * part of the picture, such as its sky.
 */
export type Surface = (u: number, v: number, part: number) => number;

export interface Material {
  readonly words: RegExp;
  /** The kinds of the material, one for each candidate in turn. Colors go from dark to light. */
  readonly tones: readonly (readonly string[])[];
  readonly surface: Surface;
  /** How strongly the surface varies the brightness. */
  readonly mottle: number;
  /** How high the surface rises above the carved picture. */
  readonly bump: number;
  /** How strongly slopes are lit and shaded. */
  readonly relief: number;
  /** 0 dull … 1 mirror. */
  readonly shine: number;
  /** The share of the picture's own colors that stays. */
  readonly keep: number;
  /** Lines where things end: dark grooves below 0, lit edges above. */
  readonly edge: number;
  /** Everything is dark except for the edges, which glow. */
  readonly glows?: true;
  /** The size of pieces of one color, in picture heights, if the material consists of such pieces. */
  readonly cell?: number;
  /** The number of levels of brightness, if the material consists of sheets. */
  readonly sheets?: number;
}

// A table reads best in rows.
// oxfmt-ignore
const materials: readonly Material[] = [
  { words: /\b(gold(?!en hour)|golden|gilded|brass)\b|黄金|金箔|鎏金/i, surface: hammered, mottle: 0.05, bump: 0.3, relief: 1.15, shine: 0.9, keep: 0.04, edge: -0.35,
    tones: [['#2b1602', '#8a5208', '#d99a1e', '#ffd766', '#fffbe0'], ['#331109', '#8f4730', '#cf8a6a', '#f2c3a4', '#fff3e6'], ['#33290f', '#85743a', '#c2b072', '#e9ddae', '#fffef2'], ['#1c0b02', '#5f3404', '#a86a10', '#e0a436', '#ffe9a6']] },
  { words: /\b(bronze|copper|patina)\b|青铜|铜/i, surface: hammered, mottle: 0.14, bump: 0.35, relief: 1.05, shine: 0.6, keep: 0.05, edge: -0.4,
    tones: [['#1d0d08', '#6b3319', '#b8693a', '#e6a673', '#ffe6cc'], ['#0e1f1c', '#2f5d52', '#5e9a86', '#b58a5a', '#f0d9b0'], ['#1f120a', '#5b3a1e', '#9a6f3c', '#d1a96e', '#f6e3bd'], ['#121c1a', '#3c6a60', '#7fb8a4', '#c4dcc8', '#fbf6e6']] },
  { words: /\b(silver|steel|chrome|metal|metallic|iron|aluminium|aluminum|titanium)\b|银|钢|金属|铁/i, surface: brushed, mottle: 0.05, bump: 0.2, relief: 1.15, shine: 0.95, keep: 0.05, edge: -0.35,
    tones: [['#0d0f14', '#4b525c', '#8f98a4', '#d3dae2', '#ffffff'], ['#0b1018', '#3d4c60', '#8496ac', '#c9d8e6', '#fafdff'], ['#121010', '#544e4c', '#989290', '#d6d2ce', '#ffffff'], ['#0c0c12', '#46465a', '#8c8ca6', '#cfcfe2', '#ffffff']] },
  { words: /\bmarble\b|大理石|汉白玉/i, surface: veins, mottle: 0.55, bump: 0.15, relief: 0.85, shine: 0.35, keep: 0.05, edge: -0.35,
    tones: [['#6c6a70', '#b4b2b6', '#dcdad9', '#f2f0ec', '#ffffff'], ['#22342e', '#4d6e60', '#88a698', '#c6d6cb', '#f4f8f2'], ['#5c463e', '#a98a7c', '#d8bfae', '#f0e2d4', '#fffaf2'], ['#141417', '#36363c', '#67676f', '#b0b0b6', '#f6f4f0']] },
  { words: /\b(stone|rock|granite|slate|carved|statue|sculpture|relief|concrete|fossil)\b|石头|石雕|岩石|雕塑|浮雕|石/i, surface: rough, mottle: 0.2, bump: 0.75, relief: 1, shine: 0.04, keep: 0.07, edge: -0.75,
    tones: [['#2c2a2a', '#5f5b57', '#8f8a83', '#b9b3a9', '#e2dcd0'], ['#33261c', '#75593f', '#ab8a66', '#d2b58f', '#f2e0c2'], ['#22272d', '#4d5863', '#7e8b97', '#adb8c0', '#dfe6ea'], ['#3a1f18', '#7d4a38', '#b07a60', '#d5a98d', '#f4dcc6']] },
  { words: /\b(wood|wooden|timber|oak|walnut|plywood|carpentry)\b|木头|木雕|木质|木制/i, surface: bark, mottle: 0.26, bump: 0.4, relief: 0.9, shine: 0.12, keep: 0.06, edge: -0.8,
    tones: [['#2a1408', '#6a3a18', '#a4672f', '#d19a5a', '#f3d7a4'], ['#1d0f09', '#4a2a1a', '#7c4d30', '#ab7a52', '#dcb78c'], ['#3a2410', '#8a6034', '#c4955c', '#e6c592', '#fbeccb'], ['#2e0f0a', '#6e2a1c', '#a8523a', '#d58a66', '#f6cfae']] },
  { words: /\b(ice|icy|frozen|crystal|glass|diamond|frost)\b|冰|水晶|玻璃|钻石/i, surface: facets, mottle: 0.22, bump: 1.1, relief: 0.8, shine: 0.8, keep: 0.16, edge: 0.5,
    tones: [['#05203f', '#1d5f9a', '#5fb0dc', '#b4e4f6', '#ffffff'], ['#0a2a33', '#21747f', '#67bcc0', '#bdecea', '#ffffff'], ['#141a4a', '#4250a6', '#8c9de0', '#cfd8fa', '#ffffff'], ['#12283a', '#3f6a8c', '#8bb4cc', '#d0e6f0', '#ffffff']] },
  { words: /\b(paper|papercraft|paper cut|cardboard|origami|collage|quilling)\b|纸|剪纸|折纸/i, surface: fibres, mottle: 0.06, bump: 0.12, relief: 0.14, shine: 0, keep: 0.5, edge: 0, sheets: 7,
    tones: [['#2f3a56', '#5d6f95', '#a9b4c4', '#ead9bd', '#fff8e8'], ['#4a2038', '#94505f', '#d79a88', '#f3d3ae', '#fff6e2'], ['#1f3f3c', '#4f7f70', '#9bbf9d', '#e0e3bd', '#fffbe8'], ['#3a2a56', '#7a5c94', '#c096b8', '#f0cbc6', '#fff2ea']] },
  { words: /\b(neon|led|laser|hologram|holographic|glowing lines)\b|霓虹|全息|激光/i, surface: softSurface, mottle: 0.04, bump: 0, relief: 0, shine: 0, keep: 0.12, edge: 1, glows: true,
    tones: [['#04030e', '#0a0722', '#150c34', '#21134a', '#2f1c5a'], ['#020a10', '#05161f', '#0a2630', '#0e3642', '#124654'], ['#0c030c', '#1c0720', '#2a0c30', '#3a1240', '#4a1852'], ['#030610', '#071022', '#0c1936', '#12244a', '#18305e']] },
  { words: /\b(clay|plasticine|ceramic|porcelain|pottery|claymation|terracotta)\b|黏土|粘土|陶瓷|陶土|瓷/i, surface: fingers, mottle: 0.04, bump: 0.35, relief: 0.75, shine: 0.22, keep: 0.72, edge: -0.5,
    tones: [['#4a2a20', '#94604a', '#c98f70', '#eabf9f', '#fff0de'], ['#2c3350', '#63709a', '#9aa8cc', '#d2daea', '#ffffff'], ['#4c3414', '#97723a', '#ceaa6a', '#eed6a4', '#fff8e2'], ['#3a2030', '#86546c', '#c08ca0', '#e8c4ce', '#fff4f4']] },
  { words: /\b(wool|woollen|felt|knit|knitted|crochet|yarn|fabric|embroidery|embroidered|textile|cloth|plush)\b|毛线|羊毛|针织|毛毡|刺绣|布/i, surface: knit, mottle: 0.3, bump: 1.1, relief: 0.4, shine: 0, keep: 0.8, edge: -0.25,
    tones: [['#3a2430', '#84566a', '#be93a2', '#e6c9cd', '#fff4ee'], ['#20303e', '#4f6f86', '#8fadbd', '#cbdde2', '#fbfdf6'], ['#3c3018', '#86703e', '#c0a872', '#e6d8ae', '#fffbe6'], ['#26361f', '#5c7a4c', '#9ab587', '#d2e0c2', '#fbfff0']] },
  { words: /\b(lava|magma|molten|embers|volcanic)\b|岩浆|熔岩|火焰/i, surface: crust, mottle: 0.3, bump: 0.8, relief: 0.7, shine: 0.05, keep: 0.04, edge: 0.9,
    tones: [['#0b0605', '#2a0f0a', '#7a1e08', '#f0620e', '#ffe08a'], ['#0a0506', '#2c0c14', '#861530', '#f24a4a', '#ffd0a0'], ['#0c0804', '#2e1c08', '#8a4a0a', '#f59a1e', '#fff0a8'], ['#080608', '#241426', '#6a2450', '#e85a4a', '#ffdc9a']] },
  { words: /\b(moss|mossy|leaves|grass|topiary|hedge|plants|overgrown|foliage)\b|苔藓|树叶|草/i, surface: leafy, mottle: 0.34, bump: 0.9, relief: 0.6, shine: 0.04, keep: 0.14, edge: -0.5,
    tones: [['#0d1a0c', '#2a4a1e', '#537a34', '#8fb05a', '#d8e6a4'], ['#14200c', '#3d5218', '#76862e', '#b2b65a', '#ece6a8'], ['#0a1d18', '#1f4f40', '#458068', '#86b498', '#d4ecd0'], ['#1a160a', '#55401a', '#94702c', '#ccaa58', '#f4e2a4']] },
  { words: /\b(sand|sandstone|sandcastle)\b|沙雕|沙子|砂/i, surface: grainy, mottle: 0.1, bump: 0.4, relief: 0.95, shine: 0.02, keep: 0.08, edge: -0.6,
    tones: [['#4a3218', '#94703e', '#c9a468', '#e9cf98', '#fff4d4'], ['#4c2c1c', '#9a6848', '#cc9a74', '#eac8a4', '#fff0dc'], ['#3f3a2c', '#857c62', '#b8af92', '#dcd6bc', '#fbf8ea'], ['#4a2818', '#a0603a', '#d69660', '#f2c892', '#fff2d2']] },
  { words: /\b(lego|bricks?|blocks?|voxels?)\b|乐高|积木/i, surface: blocks, mottle: 0.1, bump: 0.9, relief: 0.35, shine: 0.25, keep: 0.9, edge: 0, cell: brick,
    tones: [['#1c1c22', '#5a5a66', '#9a9aa6', '#d0d0d8', '#ffffff'], ['#1a1f2a', '#4d5a70', '#8c9ab2', '#c8d2e0', '#ffffff'], ['#221c18', '#66584c', '#a8988a', '#dacec2', '#ffffff'], ['#1c221c', '#58665a', '#98a69a', '#ced8d0', '#ffffff']] },
];

/** The material that a prompt names first. */
export function findMaterial(prompt: string): Material | undefined {
  const matches = materials.flatMap(material => {
    const at = material.words.exec(prompt)?.index;
    return at === undefined ? [] : [{ material, at }];
  });
  return matches.toSorted((one, other) => one.at - other.at)[0]?.material;
}

/** The words of a prompt that name materials. */
export function materialPhrases(prompt: string): string[] {
  return materials.flatMap(({ words }) => words.exec(prompt)?.[0].toLowerCase() ?? []);
}

/** A color between those of a ramp, 0 … 1 from first to last. */
export function rampColor(ramp: readonly Rgb[], value: number): Rgb {
  const place = Math.min(0.9999, Math.max(0, value)) * (ramp.length - 1);
  const [from, to] = [ramp[Math.floor(place)], ramp[Math.floor(place) + 1]];
  const share = place - Math.floor(place);
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

function hammered(u: number, v: number): number {
  return puffField(u * 1.7, v * 1.7) * 1.2 - 0.6;
}

function brushed(u: number, v: number, part: number): number {
  const [along, across] = part % 2 < 1 ? [u, v] : [v, u];
  return softField(along * 0.25, across * 5) * 0.7 + grainField(along * 0.08, across * 2) * 0.3;
}

function rough(u: number, v: number): number {
  return (
    softField(u * 1.6, v * 1.6) * 0.6 +
    grainField(u * 1.3, v * 1.3) * 0.22 -
    ridgeField(u * 0.9, v * 0.9) * 0.35
  );
}

function softSurface(u: number, v: number): number {
  return softField(u, v);
}

function fingers(u: number, v: number, part: number): number {
  const angle = part * 2.4;
  const along = u * Math.cos(angle) + v * Math.sin(angle);
  return softField(u * 0.9, v * 0.9) * 0.7 + Math.sin(along * 520 + softField(u, v) * 30) * 0.07;
}

function crust(u: number, v: number): number {
  return softField(u * 1.2, v * 1.2) * 0.5 - ridgeField(u * 0.8, v * 0.8) * 1.1 + 0.4;
}

function leafy(u: number, v: number): number {
  return puffField(u * 3.1, v * 3.1) * 1.2 - 0.7 + grainField(u * 1.1, v * 1.1) * 0.25;
}

function grainy(u: number, v: number): number {
  return grainField(u * 1.9, v * 1.9) * 0.55 + softField(u * 1.1, v * 1.1) * 0.35;
}
