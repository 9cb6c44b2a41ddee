import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../src/run.ts'

// Whatever a text tells somebody to type or to call must be there. The sources and the docs are read as text, because
// most hints are printed only after a mistake.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCES = [
  'packages/*/src/**/*.{ts,tsx}',
  'server/src/**/*.ts',
  'scripts/**/*.ts',
  'docs/**/*.md',
  'README.md',
  'packages/*/README.md',
]

const texts = globSync(SOURCES, { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/testing\/|generated\.ts$|reference\/cli\.md$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

/** Every hint that the pattern finds, with its file. */
const found = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((match) => ({ file, match })))

const told = ({ file, match }: { file: string; match: RegExpExecArray }) => `${file}: ${match[0]}`

const help = async (path: string[]) => {
  let out = ''
  const stream = { write: (text: string) => (out += text) }
  await runCommand([...path, '--help'], { stdout: stream, stderr: stream })
  return out
}
const manuals = new Map<string, Promise<string>>()
const manualOf = (path: string[]) => {
  const name = path.join(' ')
  const known = manuals.get(name) ?? help(path)
  manuals.set(name, known)
  return known
}
const isCommand = (manual: string, path: string[]) => manual.startsWith(`Usage: svc ${path.join(' ')}`)

/** Up to what ends a command in a sentence or in a shell. */
const TYPED = /(?:npx --no|pnpm exec|yarn|bun run) svc (?:help )?([a-z]+)( [a-z]+)?([^`"'\n;|&#]*)/g

test('each svc command that a text names exists, with its options', async () => {
  const hints = found(TYPED)
  expect(hints.length).toBeGreaterThan(150)
  const wrong: string[] = []
  for (const { file, match } of hints) {
    const [hint, first = '', second = '', rest = ''] = match
    const group = [first, second.trim()]
    const isPair = second !== '' && isCommand(await manualOf(group), group)
    const path = isPair ? group : [first]
    const manual = await manualOf(path)
    if (!isCommand(manual, path)) wrong.push(`${file}: ${hint}`)
    const [own = ''] = rest.split(/ -- | — |\.\s|, /)
    for (const [, flag = ''] of own.matchAll(/(?<= )(--[a-z][a-z-]*)/g))
      if (!manual.includes(flag)) wrong.push(`${file}: ${hint}`)
  }
  expect(wrong).toEqual([])
})

test('no hint names the help of svc without a way to start it', () => {
  expect(found(/(?<!npx --no )\bsvc help [a-z]+/g).map(told)).toEqual([])
})

test('each command of the server that a text names exists', () => {
  const named = found(/(?:svc-server|SERVER_COMMAND\}|@svc\/server) ([a-z]+)(?: ([a-z]+))?(?=[ `'".\n])/g)
  const groups = ['keys', 'people', 'organizations']
  const paths = new Set(
    named.flatMap(({ match: [, first = '', second = ''] }) =>
      groups.includes(first)
        ? [`${first} ${second}`.trim()]
        : ['backup', 'restore', 'start'].filter((one) => one === first),
    ),
  )
  expect(paths).toContain('keys create')
  for (const path of paths) {
    const args = ['server/src/command.ts', ...path.split(' '), '--help']
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect(stdout.split('\n')[0]).toContain(`Usage: svc-server ${path}`)
  }
})

test('no text names the command of the server without a way to start it', () => {
  // A clone and a container have no svc-server on the path; docs of the operator say where each is typed.
  const bare = /(?<!pnpm@12 |exec svc |\/)svc-server (?:keys|people|organizations|backup|restore)[^`\n]*$/gm
  const named = found(bare).filter(({ file }) => !file.startsWith('docs/') && !file.includes('/roof/'))
  expect(named.map(told)).toEqual([])
})

test('each script of the clone that a text names exists', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const own = ['exec', 'install', 'run', 'add']
  const isThere = (name: string) =>
    [...Object.keys(scripts), ...own].includes(name) || existsSync(`${root}/node_modules/.bin/${name}`)
  const named = found(/pnpm@12 ([a-z][\w:-]*)/g)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ match }) => !isThere(match[1] ?? '')).map(told)).toEqual([])
})

test('each path of the API that a text names exists, with its method', () => {
  const routes = ['packages/schema/src/routes.ts', 'server/src/doors/rest/openapi/streaming-routes.ts']
  const plain = (path: string) => path.replace(/:\w+|<[^>]+>|\$?\{[^}]+\}/g, '*').replace(/[/:]+$/, '')
  const known = new Set(
    routes
      .flatMap((file) => [
        ...readFileSync(`${root}/${file}`, 'utf8').matchAll(/method: '([a-z]+)',\s+path: '([^']+)'/gi),
      ])
      .map(([, method = '', path = '']) => `${method.toUpperCase()} ${plain(path)}`),
  )
  const named = found(/\b(GET|POST|PUT|PATCH|DELETE) (\/(?:api|auth)\/[\w/:<>{}$-]+)/g)
  expect(named.length).toBeGreaterThan(50)
  const isThere = ([, method, path = '']: string[]) => known.has(`${method} ${plain(path)}`)
  expect(named.filter(({ match }) => !isThere(match)).map(told)).toEqual([])
})

test('each tool that a text names exists', () => {
  const sources = texts.filter(({ file }) => file.startsWith('server/src/doors/mcp/tools/'))
  const known = sources.flatMap(({ text }) =>
    [...text.matchAll(/name: '(svc_\w+)'/g)].map(([, name]) => name),
  )
  const named = found(
    /\bsvc_(?:get|list|search|read|propose|agent|task|lease|release|switch|verify|compare)(?:_[a-z]+)*\b/g,
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ match }) => !known.includes(match[0])).map(told)).toEqual([])
})
