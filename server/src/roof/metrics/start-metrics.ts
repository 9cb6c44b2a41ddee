import { ConfigError } from '../config.ts'
import type { Metrics, MetricsAddress } from './open-metrics.ts'

/** Opens the port of the metrics before the database, so that a start that hangs is seen. */
export async function startMetrics(address: MetricsAddress): Promise<Metrics> {
  // Loaded only here: most servers have nobody who reads metrics.
  const { openMetrics } = await import('./open-metrics.ts')
  const metrics = openMetrics()
  try {
    const url = await metrics.listen(address)
    process.stdout.write(`Metrics on ${url}\n`)
  } catch (cause) {
    throw new ConfigError(explain(cause as NodeJS.ErrnoException, address), { cause })
  }
  return metrics
}

function explain({ code, message }: NodeJS.ErrnoException, { host, port }: MetricsAddress): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the process that uses it, or choose another for metrics: SVC_METRICS_PORT=${port + 1}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. SVC_METRICS_HOST must be one, such as 127.0.0.1 or 0.0.0.0.`
  return `Cannot listen on ${host}:${port} for metrics (SVC_METRICS_PORT): ${message}`
}
