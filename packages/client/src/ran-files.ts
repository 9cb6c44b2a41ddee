/** When the tests of a file ran, milliseconds after the start of its run. */
export interface RanFile extends Span {
  file: string
  variant: string
}

/** A time within a run, milliseconds after its start. */
export interface Span {
  startMs: number
  endMs: number
}

/** More files are no neighbours that anybody tries. */
const MOST_FILES = 5_000

/** The files of tests, by their start; those of which no test ran are left out. */
export const filesOf = (tests: Iterable<{ file: string; variant: string; span?: Span }>): RanFile[] => {
  const files = new Map<string, RanFile>()
  for (const { file, variant, span } of tests) {
    if (!span) continue
    const key = JSON.stringify([file, variant])
    files.set(key, { file, variant, ...around(files.get(key), span) })
  }
  return [...files.values()].sort((one, other) => one.startMs - other.startMs).slice(0, MOST_FILES)
}

/** The span of a test with one more attempt. */
export const spanOf = (
  known: Span | undefined,
  status: string,
  startMs: unknown,
  durationMs: unknown,
): { span?: Span } => {
  if (status !== 'skipped' && typeof startMs === 'number' && typeof durationMs === 'number')
    return { span: around(known, { startMs, endMs: startMs + durationMs }) }
  return known ? { span: known } : {}
}

const around = (known: Span | undefined, { startMs, endMs }: Span): Span => ({
  startMs: Math.min(known?.startMs ?? startMs, startMs),
  endMs: Math.max(known?.endMs ?? endMs, endMs),
})
