/** A large drawing of an aperture, made of chords of a circle that leave a smaller circle open. */

const count = 72;
const radius = 480;
/** The angle that a chord spans, in degrees. It determines the width of the opening. */
const rings = [
  { reach: 148, opacity: 0.5 },
  { reach: 118, opacity: 0.22 },
] as const;

export function Iris() {
  return (
    <svg
      viewBox="-500 -500 1000 1000"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full stroke-[var(--stage-accent,#f0a35e)]"
      fill="none"
    >
      {rings.map(({ reach, opacity }) => (
        <g key={reach}>
          {Array.from({ length: count }, (_, index) => (
            <path
              key={index}
              d={chord((index * 360) / count, reach)}
              strokeWidth={1}
              opacity={opacity * shadeAt(index / count)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function chord(from: number, spanDegrees: number): string {
  return `M${pointAt(from)}L${pointAt(from + spanDegrees)}`;
}

function pointAt(degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}

/** Shading as if light came from one side. */
function shadeAt(turn: number): number {
  return 0.25 + 0.75 * (0.5 + 0.5 * Math.cos((turn - 0.6) * 2 * Math.PI));
}
