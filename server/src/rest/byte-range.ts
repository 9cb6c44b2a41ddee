/**
 * The requested range of a file of `size` bytes; `none` if it requests all, `outside` if no byte is in range.
 */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'none' | 'outside' {
  // Several ranges, or other units, get the whole file, as RFC 9110 allows.
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'none'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'none'
  return start >= sizeBytes ? 'outside' : { start, end }
}
