import './icon.css'

/** Outlines on a grid of 16, drawn with the text's colour. */
const PATHS = {
  again: 'M13 8a5 5 0 1 1-1.5-3.5M13 2.5V5h-2.5',
  arrow: 'M2.5 8h10M9 4.5 12.5 8 9 11.5',
  branch:
    'M3 3.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M3 12.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M10 5.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M4.5 5v6M11.5 7c0 3-4 2-6 4',
  clock: 'M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0 M8 5v3l2 1.5',
  close: 'm4 4 8 8m0-8-8 8',
  commit: 'M5.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0 M1.5 8h4m5 0h4',
  copy: 'M7 5.5h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1 -1.5 1.5h-5a1.5 1.5 0 0 1 -1.5 -1.5v-5a1.5 1.5 0 0 1 1.5 -1.5z M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2',
  doc: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M6 8.5h4m-4 2.5h4',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  download: 'M8 2.5v7.5M5 7.5 8 10.5l3-3M3 13h10',
  failed: 'm4.5 4.5 7 7m0-7-7 7',
  fast: 'M2.5 11a5.5 5.5 0 1 1 11 0M8 11l3.5-4',
  film: 'M3.5 3.5h9a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1 -1.5 1.5h-9a1.5 1.5 0 0 1 -1.5 -1.5v-6a1.5 1.5 0 0 1 1.5 -1.5z M5 3.5v9m6-9v9M2 8h3m6 0h3',
  flaky: 'M2 9.5c1.5-4 3-4 4.5-1.5s3 2.5 4.5-1.5 2-2 3-1',
  half: 'M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0 M8 2.5v11',
  home: 'M2.5 7.5 8 3l5.5 4.5v6h-4v-3.5h-3v3.5h-4z',
  image:
    'M3.5 3h9a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1 -1.5 1.5h-9a1.5 1.5 0 0 1 -1.5 -1.5v-7a1.5 1.5 0 0 1 1.5 -1.5z M2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6h.01',
  key: 'M2.5 10.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0 M7.6 8.4l5.4-5.4m-2 2 1.5 1.5',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  list: 'M5.5 4h8m-8 4h8m-8 4h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  machine: 'M2.5 3.5h11v7h-11zM6 13h4',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  out: 'M6 3.5H3.5v9h9V10M9 3h4v4m0-4L7.5 8.5',
  passed: 'm3.5 8.5 3 3 6-7',
  person: 'M5.5 5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0 M3 13.5c.5-3 2.5-4 5-4s4.5 1 5 4',
  play: 'M5 3.5v9l7.5-4.5z',
  plus: 'M8 3.5v9M3.5 8h9',
  pull: 'M2.5 3.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M2.5 12.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M10.5 12.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0 M4 5v6M12 11V7c0-2-1-3-3-3H7.5M9 2.5 7.5 4 9 5.5',
  rename: 'M3 5.5h8m-2.5-2.5L11 5.5 8.5 8M13 10.5H5m2.5-2.5L5 10.5 7.5 13',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  search: 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0 M10.5 10.5l3 3',
  skipped: 'M4 8h8',
  slow: 'M2.5 11a5.5 5.5 0 1 1 11 0M8 11 5 8',
  stack: 'm8 2.5 6 3-6 3-6-3zm-6 5.5 6 3 6-3M2 10.5l6 3 6-3',
  sun: 'M5 8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0 M8 1.5v1.5M8 13v1.5M1.5 8h1.5M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.4 8.6 8 9 8 9.8M8 12.2v.1',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1',
} as const

export type IconName = keyof typeof PATHS

/** An icon beside words. Give it a `label` only if no words say the same. */
export function Icon({ name, tone, label }: { name: IconName; tone?: string; label?: string }) {
  const className = tone ? `icon ${tone}` : 'icon'
  if (label === undefined)
    return (
      <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
        <path d={PATHS[name]} />
      </svg>
    )
  return (
    <svg className={className} viewBox="0 0 16 16" role="img" aria-label={label}>
      <path d={PATHS[name]} />
    </svg>
  )
}
