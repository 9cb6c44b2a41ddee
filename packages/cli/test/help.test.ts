import { expect, test } from 'vitest'
import { runCommand } from '../src/run.ts'
import { widthOf } from '../src/terminal/text.ts'

const help = async (...args: string[]): Promise<string> => {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const code = await runCommand(args, { stdout: { write }, stderr: { write } })
  expect(code).toBe(0)
  return out
}

const READING = ['executions', 'compare', 'comment', 'failures', 'flaky', 'artifact', 'rename', 'open']
const ALL = [
  ...READING,
  'run',
  'prove',
  'bisect',
  'upload',
  'import',
  'flush',
  'mcp',
  'agent',
  'api',
  'docs',
  'keys',
  'init',
  'login',
  'logout',
  'doctor',
  'completion',
]
const PATHS = [
  ...ALL.map((name) => [name]),
  ['mcp', 'doctor'],
  ['agent', 'listen'],
  ['agent', 'send'],
  ['agent', 'inbox'],
  ['keys', 'list'],
  ['keys', 'create'],
  ['keys', 'revoke'],
  ['docs', 'push'],
  ['docs', 'pull'],
  ['docs', 'read'],
]

test('every command is in the table of contents', async () => {
  const contents = await help('--help')
  for (const name of ALL) expect(contents).toMatch(new RegExp(`^ {2}${name} .* \\w+`, 'm'))
  expect(await help('help')).toBe(contents)
})

test('help of a command that does not exist says which is meant', async () => {
  let err = ''
  const streams = { stdout: { write: () => true }, stderr: { write: (text: string) => (err += text) } }
  expect(await runCommand(['help', 'comapre'], streams)).toBe(2)
  expect(err).toBe("error: unknown command 'comapre'\nnext: did you mean compare? pnpm exec svc help\n")
})

test.each(PATHS.map((path) => [path.join(' '), path] as const))(
  'the manual of %s fits and is whole',
  async (_name, path) => {
    const manual = await help(...path, '--help')
    expect(Math.max(...manual.split('\n').map(widthOf))).toBeLessThanOrEqual(80)
    if (path.length === 1) expect(await help('help', ...path)).toBe(manual)
    if (['keys', 'docs', 'agent'].includes(path.join())) return
    expect(manual).toMatch(/^Usage: svc /)
    expect(manual).toMatch(/^Examples:\n {2}\$ /m)
    expect(manual).toMatch(/^Exit codes:\n {2}0 {2}\w/m)
    // Every option that is named in the text or an example exists.
    const options = new Set([...manual.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name))
    const foreign = ['--no', '--unshallow', '--global', '--transport', '--header', '--env', '--junitxml']
    for (const [, name = ''] of manual.matchAll(/(?<![\w-])(--[a-z-]+)/g))
      if (!foreign.includes(name)) expect(options).toContain(name)
    expect(manual.includes('--json')).toBe(!['completion', 'mcp', 'run'].includes(path.join(' ')))
  },
)

test('docs/reference/cli.md is made of the manuals', async () => {
  const sections = await Promise.all(
    PATHS.map(
      async (path) =>
        `## svc ${path.join(' ')}\n\n\`\`\`text\n${(await help(...path, '--help')).trim()}\n\`\`\`\n`,
    ),
  )
  const contents = `\`\`\`text\n${(await help('--help')).trim()}\n\`\`\`\n`
  const text = ['# The svc command', INTRODUCTION, contents, ...sections]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
  await expect(text).toMatchFileSnapshot('../../../docs/reference/cli.md')
})

const INTRODUCTION = `Run it as \`npx --no svc <command>\`, or as \`svc <command>\` if it is installed.
\`svc help <command>\` prints the same text. Regenerate this page:
\`npx -y pnpm@12 exec vitest run packages/cli/test/help.test.ts -u\`.

From report files to a comparison:

\`\`\`sh
npx --no svc upload 'build/test-results/**/*.xml'
npx --no svc compare
\`\`\``
