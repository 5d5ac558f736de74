/** Palettes of the hours: colors that go together, several for each time so that candidates differ. */
import { turnHue, mix, parseColor, type Rgb, saturateColor, scaleColor, toHex } from '../../raster/colors.ts';
import type { Season, TimeOfDay, Weather } from '../../scene/reading.ts';
import type { Palette } from '../../scene/scene.ts';

/** Top, middle, low, glow, lit cloud, shaded cloud, light, light gain, shade, shade gain, haze, water. */
type Mood = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  number,
  string,
  number,
  string,
  string,
];

// A table reads best in rows.
// oxfmt-ignore
const moods: Record<TimeOfDay, readonly Mood[]> = {
  dawn: [
    ['#4f76b3', '#c5a3c9', '#ffd0ae', '#fff1d2', '#ffe3cf', '#a694bb', '#ffd9b4', 1.12, '#7d84b8', 0.62, '#d3bccb', '#5b7796'],
    ['#3d7390', '#9cc6c2', '#ffe8bd', '#fff7dc', '#fff0d6', '#8fb0b8', '#ffeac2', 1.12, '#6b95a5', 0.64, '#c4d8d0', '#4c7f8a'],
    ['#47509a', '#a98fcb', '#ffbfa8', '#ffe9c8', '#ffd3c8', '#8b7cb5', '#ffcfae', 1.1, '#7475b4', 0.6, '#c0a9cd', '#585f96'],
    ['#5e8cc0', '#d9bdb8', '#ffdc94', '#fff6cf', '#fff0d0', '#b3a5b4', '#ffe2a6', 1.16, '#8389ad', 0.64, '#dccabb', '#67859b'],
  ],
  morning: [
    ['#2f7fd0', '#86c0ec', '#e4f2f1', '#fffbe6', '#ffffff', '#a9bcd3', '#fff3d6', 1.14, '#86a3d0', 0.66, '#c3d9e8', '#2f7aa6'],
    ['#4296c6', '#a8d7df', '#fdf1d2', '#fffbe2', '#fffaf0', '#adc0c8', '#fff0c8', 1.15, '#84a8bd', 0.66, '#d3e0da', '#3b889c'],
    ['#3a72bd', '#9cb9e6', '#f6e4e6', '#fff6ea', '#fffaf6', '#b0b4d2', '#ffeed8', 1.12, '#8c9bcc', 0.66, '#cdd2e6', '#3c74a4'],
    ['#2486b8', '#7fcbd8', '#e9f6e4', '#fcffe8', '#ffffff', '#a2c3cb', '#fdf6d2', 1.14, '#7aa9b9', 0.66, '#c2e0de', '#22889a'],
  ],
  noon: [
    ['#1d6cc4', '#62aee8', '#cde8f4', '#ffffff', '#ffffff', '#a4b9d4', '#fffae8', 1.18, '#83a3d6', 0.66, '#bcd6ea', '#1c77ad'],
    ['#2683c9', '#7cc6ea', '#e2f4ee', '#ffffff', '#ffffff', '#aac2cf', '#fff8dd', 1.18, '#82acc9', 0.68, '#c8e0e2', '#2192ad'],
    ['#2a62b4', '#7da6e0', '#dce6f5', '#ffffff', '#ffffff', '#aab4d4', '#fff6ea', 1.16, '#8d9fd2', 0.67, '#c4cfe6', '#2b6bab'],
    ['#3d8fc4', '#a3d0e0', '#f7f1d8', '#fffdf0', '#fffdf4', '#b5bfc8', '#fff2cc', 1.2, '#93a5b8', 0.66, '#dcdccf', '#3a8c9e'],
  ],
  afternoon: [
    ['#3278bd', '#8dbfe2', '#f8e6bf', '#fff6d2', '#fff6e0', '#a9b2c6', '#ffe4ac', 1.2, '#8090bf', 0.64, '#dcd3c2', '#3b7ca0'],
    ['#4a86b0', '#b3cdd0', '#fbdca2', '#fff1c2', '#fff0d0', '#b0abb3', '#ffdc98', 1.2, '#7f8fae', 0.64, '#decba8', '#4a8494'],
    ['#3f6bb5', '#a3b4dd', '#ffdcc4', '#fff0d8', '#fff2e4', '#aba6c6', '#ffdcb4', 1.17, '#858bc0', 0.64, '#d9c7cb', '#4a73a5'],
    ['#2c8a9e', '#92cfc6', '#fdeab0', '#fff8cf', '#fff8e0', '#9fbdba', '#ffeaa8', 1.2, '#759fae', 0.64, '#d4dcc0', '#2d8d94'],
  ],
  sunset: [
    ['#33306e', '#b84e79', '#ff9c4e', '#ffe6a6', '#ff9f80', '#6d4379', '#ffb070', 1.22, '#6a62a6', 0.56, '#c4738a', '#6b4a80'],
    ['#3c66ac', '#eb9f7c', '#ffc85e', '#fff0b0', '#ffce86', '#a06f92', '#ffcb80', 1.24, '#777da9', 0.58, '#d9a98c', '#5b7590'],
    ['#54459a', '#d7719d', '#ffb48c', '#ffe7c4', '#ffb7b0', '#7f5698', '#ffbc94', 1.18, '#7a6db6', 0.58, '#cb86a6', '#73589a'],
    ['#1c4a6e', '#6d9ea3', '#ffb567', '#ffebb0', '#ffc793', '#55748a', '#ffbe7c', 1.22, '#57809c', 0.56, '#b3a08c', '#2f6478'],
  ],
  dusk: [
    ['#161d4d', '#51418a', '#e0718c', '#ffc4a0', '#c9719a', '#3a3268', '#d7a0b4', 0.98, '#585aa0', 0.6, '#73558c', '#37366e'],
    ['#11294a', '#385f86', '#f0aa7c', '#ffdcae', '#d99f92', '#314a6b', '#e8b99a', 0.98, '#4e6a98', 0.6, '#6d7489', '#284e70'],
    ['#231a52', '#7a3f8f', '#ff8a7a', '#ffcaa0', '#e0759a', '#4b2c6c', '#eb9fa0', 0.98, '#655196', 0.6, '#8d4f86', '#492f70'],
    ['#0d3044', '#2a6a78', '#e9c48a', '#fff0b8', '#b7b39c', '#2a5060', '#dcc89c', 0.98, '#4a7a88', 0.6, '#5f8486', '#1f5563'],
  ],
  night: [
    ['#050a20', '#10264f', '#31567f', '#b9cdf4', '#7f9bc4', '#182b52', '#a3bdf0', 0.74, '#3f5596', 0.46, '#28456f', '#10294c'],
    ['#03131c', '#0b3442', '#2d6b70', '#b4e4e0', '#6fa8ac', '#0f3340', '#9fd4da', 0.74, '#33687f', 0.46, '#1f4f5c', '#0a3140'],
    ['#0d0826', '#2a1e58', '#65478a', '#dcc4f4', '#9a80c4', '#291d52', '#c0abec', 0.74, '#544a94', 0.47, '#473a74', '#241c4c'],
    ['#060d1a', '#1b2c46', '#55677c', '#f4e6c4', '#98a0ac', '#222f45', '#d8d0c0', 0.72, '#4a5878', 0.47, '#3a4a60', '#18283e'],
  ],
};

// A table reads best in rows.
// oxfmt-ignore
const seasons: Record<Season, { grass: string; foliage: string; rock: string; soil: string }> = {
  spring: { grass: '#9db862', foliage: '#6f9a4c', rock: '#9a9088', soil: '#9c7c58' },
  summer: { grass: '#8fa656', foliage: '#55803f', rock: '#978b80', soil: '#a08258' },
  autumn: { grass: '#b79f58', foliage: '#b4692f', rock: '#948578', soil: '#8d6844' },
  winter: { grass: '#a8a98c', foliage: '#54705f', rock: '#8a8a92', soil: '#8c7c70' },
};

export interface PaletteRequest {
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly season: Season;
  /** The number of the palette among those of the hour. */
  readonly variant: number;
  /** Degrees by which all hues are turned, so that two pictures of one mood are not the same. */
  readonly turn: number;
  readonly saturation: number;
  /** The colors in the prompt. */
  readonly requestedColors: readonly string[];
}

export function choosePalette(request: PaletteRequest): Palette {
  const rows = moods[request.time];
  const row = rows[request.variant % rows.length];
  const [top, middle, low, glow, cloudLight, cloudShade, light, lightGain, shade, shadeGain, haze, water] =
    row;
  const plantColors = seasons[request.season];
  const hues = { top, middle, low, glow, cloudLight, cloudShade, haze, water, ...plantColors };
  const shiftedHues = Object.fromEntries(
    Object.entries(hues).map(([name, css]) => [name, toHex(shiftColor(parseColor(css), request))]),
  ) as typeof hues;
  const palette = { ...shiftedHues, light, lightGain, shade, shadeGain };
  return applyRequestedColors(applyWeather(palette, request), request.requestedColors);
}

function shiftColor(color: Rgb, request: PaletteRequest): Rgb {
  return saturateColor(turnHue(color, request.turn), request.saturation);
}

/** Reduces color and contrast under a cloudy sky. Each weather has its own gray. */
function applyWeather(palette: Palette, { weather, time }: PaletteRequest): Palette {
  const grays: Partial<Record<Weather, { tone: string; share: number; light: number; shade: number }>> = {
    overcast: { tone: '#a9b4bf', share: 0.62, light: 0.82, shade: 1.18 },
    rain: { tone: '#7d8c9b', share: 0.66, light: 0.74, shade: 1.12 },
    storm: { tone: '#4a5567', share: 0.74, light: 0.66, shade: 0.92 },
    snow: { tone: '#c3cdd9', share: 0.6, light: 0.9, shade: 1.2 },
    fog: { tone: '#c9cfd2', share: 0.55, light: 0.86, shade: 1.2 },
    cloudy: { tone: '#a9b8c8', share: 0.16, light: 0.97, shade: 1.04 },
  };
  const gray = grays[weather];
  if (!gray) return palette;
  const darkness =
    time === 'night' ? 0.24 : time === 'dusk' ? 0.5 : time === 'dawn' || time === 'sunset' ? 0.88 : 1;
  const tone = scaleColor(parseColor(gray.tone), darkness);
  const veil = (css: string, share: number) => toHex(mix(parseColor(css), tone, share));
  return {
    ...palette,
    top: veil(palette.top, gray.share),
    middle: veil(palette.middle, gray.share),
    low: veil(palette.low, gray.share * 0.7),
    glow: veil(palette.glow, gray.share * 0.4),
    haze: veil(palette.haze, gray.share),
    water: veil(palette.water, gray.share * 0.55),
    cloudLight: veil(palette.cloudLight, gray.share * 0.6),
    cloudShade: veil(palette.cloudShade, gray.share),
    light: veil(palette.light, gray.share * 0.4),
    lightGain: palette.lightGain * gray.light,
    shadeGain: palette.shadeGain * gray.shade,
  };
}

/** Mixes the colors in the prompt into the sky, and less of them into everything else. */
function applyRequestedColors(palette: Palette, colors: readonly string[]): Palette {
  const [first, second = first] = colors;
  if (first === undefined || second === undefined) return palette;
  const to = (css: string, aim: string, share: number) => toHex(mix(parseColor(css), parseColor(aim), share));
  return {
    ...palette,
    top: to(palette.top, first, 0.6),
    middle: to(palette.middle, first, 0.35),
    low: to(palette.low, second, 0.55),
    glow: to(palette.glow, second, 0.3),
    cloudLight: to(palette.cloudLight, second, 0.4),
    cloudShade: to(palette.cloudShade, first, 0.45),
    light: to(palette.light, second, 0.3),
    shade: to(palette.shade, first, 0.4),
    haze: to(palette.haze, first, 0.4),
    water: to(palette.water, first, 0.5),
    grade: first,
  };
}
