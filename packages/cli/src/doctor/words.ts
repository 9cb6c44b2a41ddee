/** `a`, `a and b`, `a, b and c`. */
export const list = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The same, with a number for those beyond the first few. */
export const shortList = (names: string[], most = 4): string =>
  names.length <= most ? list(names) : list([...names.slice(0, most - 1), `${names.length - most + 1} more`])

/** ` in packages/a and packages/b`; empty for the looked-at folder alone. */
export const placesOf = (packages: { label: string }[]): string => {
  const labels = packages.map(({ label }) => label || 'this folder')
  return labels.length === 1 && packages[0]?.label === '' ? '' : ` in ${shortList([...new Set(labels)])}`
}

/** `1 file`, `2 files`. */
export const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

/** `3 s`, `5 min`, `2 h`, `4 days`. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

/** `900 KiB`, `1.2 GiB`. */
export const size = (bytes: number): string => {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Items that share a key, in the order of their first. */
export const groupBy = <T>(items: T[], keyOf: (item: T) => string): [T, ...T[]][] => {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}

/** For tools without a reporter of ours. */
export const UPLOAD = "npx --no svc upload 'reports/**/*.xml'"
