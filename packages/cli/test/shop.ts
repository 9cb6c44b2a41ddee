import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import type { RealServer } from '@svc/test-kit/server'
import { commitAll, makeSetup } from './set-up.ts'

/** The command's entry point. */
export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A folder without the logins of the person who runs the tests. */
const NO_LOGIN = { XDG_CONFIG_HOME: fileURLToPath(new URL('no-login', import.meta.url)) }

/** What a command said, and what it exited with. */
export interface Said {
  code: number | null
  out: string
  err: string
}

/** Runs the command in a folder; its environment contains only the given variables and those of a shell. */
export const svc = async (
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Said> => {
  const said = await runNode(cwd, [main, ...args], { ...NO_LOGIN, ...env }, input)
  return { ...said, err: joined(said.err) }
}

/** Runs Node in a folder; its environment contains only the given variables and those of a shell. */
export const runNode = async (
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Said> => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME, ...NODE_CACHE, ...env } })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}

/** Lines that were broken for their width, whole again; a test of its own looks at the breaks. */
export const joined = (text: string) => text.replace(/\n {5,}/g, ' ')

/** Whether `script` of util-linux is there, which gives a command a terminal. */
export const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

/** Runs the command in a terminal of so many columns and gives all that it shows. */
export const onTerminal = (
  cwd: string,
  args: string[],
  env: Record<string, string>,
  columns = 80,
): string => {
  const { PATH = '', HOME = '' } = process.env
  const quoted = [process.execPath, main, ...args].map((each) => `'${each.replaceAll("'", "'\\''")}'`)
  const { stdout } = spawnSync(
    'script',
    ['-qec', `stty cols ${columns}; exec ${quoted.join(' ')}`, '/dev/null'],
    {
      cwd,
      encoding: 'utf8',
      input: '',
      env: { PATH, HOME, ...NO_LOGIN, ...NODE_CACHE, TERM: 'xterm-256color', ...env },
    },
  )
  return stdout.replaceAll('\r\n', '\n')
}

/** A repository whose remote names the project, on a branch. */
export const repository = (
  branch = 'feature/basket',
  files: Record<string, string | object> = { 'a.txt': '' },
): string => {
  const folder = makeSetup(files)
  commitAll(folder)
  git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  git(folder, 'switch', '-q', '-c', branch)
  return folder
}

const DAY_MS = 86_400_000
const BASE_RUNS = 18

/** A sha of a made-up commit. */
export const shaOf = (number: number): string => number.toString(16).padStart(7, '0').padEnd(40, 'c')

export const CJK = '削除すると合計金額が更新される（日本語のとても長いテスト名で折り返しを確かめる）'
/** What a title may hold that does something to a terminal. */
const NASTY = 'prints \u001b[31mred\u001b[0m and \u202ebackwards\u202c \u0007'
const LONG = 'pays by card with a title that goes on and on until it has to be broken into several lines'

const one = (file: string, titles: string[], status: string, message?: string) => ({
  file,
  titles,
  status,
  durationMs: 12,
  ...(message && { errors: [{ message }] }),
})

const flaked = (file: string, titles: string[]) => ({
  file,
  titles,
  attempts: [
    { status: 'failed', durationMs: 5, errors: [{ message: 'Error: socket hang up' }] },
    { status: 'passed', durationMs: 9 },
  ],
})

/** Eighteen runs of main and one of a branch that breaks three tests, adds a failing one and fixes none. */
export const fillShop = async (server: RealServer): Promise<{ main: string; head: string }> => {
  const about = (daysAgo: number) => ({
    project: 'shop',
    ci: { provider: 'GitHub Actions' },
    runner: { name: 'vitest', version: '5' },
    startedAt: Date.now() - daysAgo * DAY_MS,
  })
  const code = { repository: 'acme/shop', defaultBranch: 'main' }
  let main = ''
  for (let n = 0; n < BASE_RUNS; n++)
    main = await send(server, {
      ...about(BASE_RUNS - n),
      code: {
        ...code,
        testedSha: shaOf(n),
        branch: 'main',
        parents: n > 0 ? [shaOf(n - 1)] : [],
        tree: shaOf(1000 + n),
        message: `Change ${n}`,
      },
      results: [
        one('src/cart.test.ts', ['cart', 'adds'], 'passed'),
        one('src/cart.test.ts', ['cart', CJK], 'passed'),
        one('src/pay.test.ts', ['checkout', LONG], 'passed'),
        n % 6 === 1
          ? flaked('src/net.test.ts', ['net', 'retries'])
          : one('src/net.test.ts', ['net', 'retries'], 'passed'),
        one('src/old.test.ts', ['old', 'is broken'], 'failed', 'Error: never worked'),
        one('src/gone.test.ts', ['gone'], 'passed'),
      ],
    })
  const head = await send(server, {
    ...about(0.25),
    code: {
      ...code,
      testedSha: shaOf(99),
      branch: 'feature/basket',
      baseBranch: 'main',
      mergeBaseSha: shaOf(BASE_RUNS - 1),
      parents: [shaOf(BASE_RUNS - 1)],
      tree: shaOf(2000),
      message: 'Basket: count again\n\nmore',
    },
    codeowners: { path: 'CODEOWNERS', text: 'src/pay.test.ts @acme/pay\n' },
    results: [
      one('src/cart.test.ts', ['cart', 'adds'], 'failed', 'AssertionError: expected 2 to be 3\n\n- 3\n+ 2'),
      one('src/cart.test.ts', ['cart', CJK], 'failed', 'AssertionError: expected 2 to be 3'),
      one('src/pay.test.ts', ['checkout', LONG], 'failed', 'TimeoutError: no answer within 5000 ms'),
      one('src/net.test.ts', ['net', 'retries'], 'passed'),
      one('src/old.test.ts', ['old', 'is broken'], 'failed', 'Error: never worked'),
      one('src/new.test.ts', ['new', NASTY], 'failed', 'Error: \u001b[31mnew\u001b[0m and broken\u0007'),
      one('src/new.test.ts', ['new', 'is fine'], 'passed'),
    ],
    errors: [{ file: 'src/load.test.ts', failure: { message: "SyntaxError: Unexpected token ')'" } }],
  })
  return { main, head }
}

/** Sends a document and gives the id of its execution. */
export const send = async (server: RealServer, document: object): Promise<string> => {
  const response = await fetch(`${server.url}/api/test-results`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  const body = (await response.json()) as { data: { execution: { id: string } } }
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body.data.execution.id
}
