/** The first, a middle and the last bucket below a chart. */
export function Axis({ points }: { points: { bucket: string }[] }) {
  const names = [...new Set([0, Math.floor((points.length - 1) / 2), points.length - 1])].map(
    (i) => points[i]?.bucket ?? '',
  )
  return (
    <div className="axis" aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}
