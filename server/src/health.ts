import { get } from 'node:http'

/** A health check from another process: exit code 0 if `/healthz` answers with 200. */
const { SVC_PORT = '4700' } = process.env
const asking = get(`http://127.0.0.1:${SVC_PORT}/healthz`, { timeout: 4_000 }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1)
})
asking.on('timeout', () => process.exit(1))
asking.on('error', () => process.exit(1))
