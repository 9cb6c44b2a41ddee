/** What a collector reads from a port of metrics. */
export interface ReadMetrics {
  text: string
  /** Names of all series, without labels. */
  names: Set<string>
  /** The value of the one series with exactly these labels; undefined if there is none. */
  valueOf(name: string, labels?: Record<string, string>): number | undefined
}

export async function readMetrics(port: number): Promise<ReadMetrics> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const series = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name) series.set(keyOf(name, labels.split(',').filter(Boolean)), Number(value))
  }
  return {
    text,
    names: new Set([...series.keys()].map((key) => key.split('{')[0] ?? '')),
    valueOf: (name, labels = {}) =>
      series.get(
        keyOf(
          name,
          Object.entries(labels).map(([label, value]) => `${label}="${value}"`),
        ),
      ),
  }
}

const keyOf = (name: string, labels: string[]) => `${name}{${labels.sort().join(',')}}`
