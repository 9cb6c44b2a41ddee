import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name).sort()

test('docs/reference/settings.md lists exactly the variables that are read', () => {
  const settings = read('../../../docs/reference/settings.md')
  const known = named(read('./environment.ts'), /^ {2}([A-Z][A-Z_]+): /gm)
  expect(known.length).toBeGreaterThan(10)
  expect(named(settings, /^\| `([A-Z_]+)` \|/gm)).toEqual(known)
})

test('the compose files pass every setting of an optional .env, except those that the image fixes', () => {
  interface Service {
    env_file: unknown
    environment: Record<string, string>
    ports: string[]
  }
  const port = `\${SVC_PORT:-4700}`
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const { svc } = (parse(read(`../../../${file}`)) as { services: { svc: Service } }).services
    expect(svc.env_file, file).toEqual([{ path: '.env', required: false }])
    // What is set here overrides the file. A server that listened on another port could not be reached.
    const { SVC_BASE_URL: address, DATABASE_URL: _, ...fixed } = svc.environment
    expect(fixed, file).toEqual({ SVC_HOST: '0.0.0.0', SVC_PORT: '4700', SVC_DATA: '/data' })
    for (const [name, value] of Object.entries(fixed))
      expect(read('../../../Dockerfile')).toMatch(
        new RegExp(`\\b${name}=${value.replaceAll('.', '\\.')}(?= |$)`, 'm'),
      )
    expect(svc.ports, file).toEqual([`127.0.0.1:${port}:4700`])
    expect(address, file).toBe(`\${SVC_BASE_URL:-http://localhost:${port}}`)
  }
})

test('the compose files give a server the time it may take to end', () => {
  // Waiting for balancers, then requests under way, then what continues behind them.
  const mayTakeSeconds = 5 + 8 + 15
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const [grace] = named(read(`../../../${file}`), /^ {4}stop_grace_period: (\d+)s$/gm)
    expect(Number(grace), file).toBeGreaterThan(mayTakeSeconds)
  }
  expect(read('../../../Dockerfile')).toMatch(/^STOPSIGNAL SIGTERM$/m)
})
